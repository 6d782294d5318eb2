"""Reports over HTTP: what a Weblate server would answer, from the files, read-only."""
