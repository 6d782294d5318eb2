"""JSON representations of the API's objects: one module of pure functions for each kind of object."""
