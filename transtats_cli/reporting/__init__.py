"""Reports of components with the dates of their last changes from git, and the cache of their printed text."""
