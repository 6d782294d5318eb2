"""Reasons for the numbers of a component, of one language, and of one string.

`components` contains the settings and the files of a component. `translations` contains the language code, the plural
rule and the counts of one language. `strings` contains the state, the words, the flags and the checks of one string;
`states` finds the reasons for state and flags. `scan` scans the component, and finds the string that the user names.
All values come from the functions that count and check for the other commands.
"""
