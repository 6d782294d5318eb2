"""Distribute work items: to processes of this machine (`local`), or to the workers of a Dask cluster (`dask`)."""
