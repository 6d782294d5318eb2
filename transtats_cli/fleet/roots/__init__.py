"""Bring the roots of a fleet to this machine: directories, archives, git repositories and remote files."""
