"""HTTP requests and responses, independent of the data in the responses.

Connection: `limited_protocol`. Request, response and headers: `exchange`. Errors: `problems`. Access: `authentication`
(tokens and sessions), `throttling` (rate limit), `access_log`. Content: `rendering` (choice of the format, JSON, CSV),
`pagination`. `response_cache` stores responses and chooses between plain, gzip and 304.
"""
