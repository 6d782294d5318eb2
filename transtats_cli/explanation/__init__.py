"""Reasons for the numbers of a component, of one language, and of one string.

`components` contains the settings and the files of a component. `translations` contains the language code, the plural
rule and the counts of one language. `strings` contains the state, the words, the flags and the checks of one string;
`states` and `flag_origins` find the reasons for state and flags, and `selection` finds the string that the user names.
`scan` scans the component. All values come from the functions that count and check for the other commands.
"""
