"""Static report: the HTML pages as files, with relative links, readable without a server.

`page_paths` chooses the path of each page, and builds relative links. `string_lists` searches the strings of a
component. `pages` yields the files of the whole report, and `directory` writes the files.
"""
