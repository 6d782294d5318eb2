"""Find outdated translations in the history of a component: strings whose source text changed after their translation.

`versions.py` finds the versions of each file in git. `differences.py` compares them, and `rule.py` decides from the
differences which strings are outdated. `finder.py` does all this for the files of a component.
"""
