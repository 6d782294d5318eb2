"""HTTP requests and responses, independent of the data in the responses.

Connection: `limited_protocol`, `network_options`. Request and response: `exchange`, `headers`, `problems` (errors).
Access: `authentication`, `throttling` (rate limit), `access_log`. Content: `negotiation` (choice of the format),
`rendering` (JSON and CSV), `pagination`. `response_cache` stores responses and chooses between plain, gzip and 304.
"""
