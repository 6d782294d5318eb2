"""JSON representations of the API's objects.

Each kind of object has a module of pure functions. `prometheus` renders metrics.
"""
