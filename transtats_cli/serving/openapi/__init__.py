"""OpenAPI description of the API: `document` builds it from `schemas` and from `response_specs` of all views."""
