"""View functions. Each function reads the component cache and returns the content of a response.

The first line of the docstring of a view of the API is the description of the response in the OpenAPI document.
"""
