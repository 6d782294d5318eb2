"""View functions. Each function reads the component cache and returns the content of a response."""
