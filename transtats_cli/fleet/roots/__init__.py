"""Bring the roots of a fleet to this machine: directories, archives, git repositories and remote files.

`addresses` parses addresses and reads lists of addresses. `opening` opens a root. `archives` and `remote` read
the members of a root, and `writing` writes the members that a scan needs, according to `selection`. `limits` contains
the limits and the errors. `content_key` computes a digest of the files.
"""
