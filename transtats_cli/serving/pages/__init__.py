"""Views of the HTML pages. They read the same values as the views of the API, and `transtats_cli.pages` renders them.

`overviews`: projects, languages and checks. `components`: a component, and one translation. `strings`: the strings of
a translation. `routes` contains the addresses, and `page_paths` finds the component and language of an address.

`page_response` renders a page as a response, and `problem_pages` an error as a page. `events` notifies open pages of
changes. `login` handles the forms to log in and out. `editor_link` checks an option of the server.
"""
