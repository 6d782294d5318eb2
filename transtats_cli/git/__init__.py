"""Git, asked through its own command: repositories, revisions, objects, and the files of a commit laid out to be read.

Nothing in here writes to a repository, its index or its work tree, and no program that its settings name is run.
"""
