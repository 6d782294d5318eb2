"""HTTP requests and responses, independent of the data in the responses.

Request, response and headers: `exchange`. Errors: `problems`. Tokens, sessions and rate limits: `access`. Log:
`access_log`. Pages of lists, choice of the format, JSON and CSV: `content`. `response_cache` stores responses and
chooses between plain, gzip and 304.
"""
