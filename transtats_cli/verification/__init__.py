"""Comparison of components with a live Weblate server, over its HTTP API.

`address` parses the address of the server and finds its token, and `client` sends requests. `server_api` converts
responses to values. `comparison` compares records, `strings` compares strings, `server_settings` compares and adopts
settings, and `reasons` explains differences. `verifier` runs all of this for components.
"""
