"""Reports over HTTP: the API of a Weblate server, computed from the files, read-only.

`server` runs the server, `limited_protocol` limits the connections, `application` receives requests, `routes` lists the
addresses, `handlers` send the responses.
`http` contains everything about requests and responses: limits, access, formats, errors, response cache, log.
`data` contains the cache of components: scans in worker processes, kept up to date with the files.
`views` compute the responses of the API and the HTML pages from a request (`view_types`). `objects` contains the JSON
representations, `prometheus` the metrics, `unit_page` searches units, and `openapi` describes the API. `options`
contains the options of the server.
"""
