"""Static report: the HTML pages as files, with relative links, readable without a server.

`file_names` and `page_paths` choose the path of each page, and build relative links. `tables` makes tables that a
script sorts, and divides long ones into pages. `string_lists` searches the strings of a component, and
`component_pages` makes the pages of a component. `pages` yields the files of the whole report, and `directory` writes
the files.
"""
