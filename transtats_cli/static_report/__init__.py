"""Static report: the HTML pages as files, with relative links, readable without a server.

`file_names` and `page_paths` choose the path of each page, and `links` builds relative links. `tables` makes tables
that a script sorts. `string_lists` searches the strings of a component, `pages` yields all pages, and `directory`
writes them.
"""
