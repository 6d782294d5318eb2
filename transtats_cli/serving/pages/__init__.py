"""Views of the HTML pages. They read the same values as the views of the API, and `transtats_cli.pages` renders them.

`overviews`: projects, languages and checks. `components`: a component, one translation, and its strings. `routes`
contains the addresses, and finds the component and language of an address. `page_response` renders a page or an error
as a response. `events` notifies open pages of changes. `login` handles the forms to log in and out.
"""
