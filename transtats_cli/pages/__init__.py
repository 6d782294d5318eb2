"""HTML pages of the statistics. The functions need no server, so that a static report uses them, too.

`overviews`, `components` and `string_pages` choose the values of each page. `page` contains the interfaces that a
server and a static report implement differently, such as links. `rendering` renders the templates, and `assets` reads
the files in `static`. `single_page` makes a page that needs no other file.

`progress` contains the figures and the bar of one translation or of a sum. `tables` sorts, filters and pages rows.
`strings` describes one string of a translation, with `visible_text` and `problem_spans`. `history_chart` and
`recent_changes` contain data from git. `links` builds the addresses of the pages of a server.
"""
