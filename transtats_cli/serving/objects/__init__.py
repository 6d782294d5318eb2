"""JSON representations of the API's objects.

Each module contains the functions for one type of object. `urls` builds the URLs in the objects, and `prometheus`
renders metrics.
"""
