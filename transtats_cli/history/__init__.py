"""Statistics of a component at past commits.

`commits.py` lists the commits, `reader.py` reads the component at each commit, `cache.py` stores the results, and
`component_history.py` has the values that outputs and pages show.
"""
