"""Reports over HTTP: the API of a Weblate server, computed from the files, read-only.

`server` runs the server, `application` receives requests, `routes` lists the addresses, `endpoint` handles one route.
`http` contains everything about requests and responses: limits, authentication, formats, errors, response cache, log.
`data` contains the cache of components: scans in worker processes, kept up to date with the files.
`views` compute the responses of the API, and `pages` those of the HTML pages. `objects` contains the JSON
representations, `prometheus` the metrics, `unit_page` searches units, and `openapi` describes the API. `options`
contains the options of the server, `server_state` the objects that all requests share.
"""
