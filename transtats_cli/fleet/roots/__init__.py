"""Bring the roots of a fleet to this machine: directories, archives, git repositories and remote files.

`addresses` parses addresses and reads lists of addresses. `opening` opens a root. `archives`, `clones` and `remote`
read the members of a root, and `writing` writes the members that a scan needs, chosen by `selection`, which also
computes the digest of these files. `limits` contains the limits and the errors.
"""
