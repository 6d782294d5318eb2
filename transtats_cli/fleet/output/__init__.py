"""Write and read data sets: directories, or URLs of fsspec, whose files belong to parts."""
