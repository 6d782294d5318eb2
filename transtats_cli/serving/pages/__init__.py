"""Views of the HTML pages. They read the same values as the views of the API, and `transtats_cli.pages` renders them.

`overviews`: projects, languages and checks. `components`: a component, and one translation. `strings`: the strings of
a translation. `events` notifies open pages of changes. `routes` contains the addresses. `login` and `problem_pages` are
the forms and errors of browsers.
"""
