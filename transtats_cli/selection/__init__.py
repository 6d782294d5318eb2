"""Selection: the components, languages and revisions that the arguments of a command mean.

`selector` searches the directory tree once and returns the components. `arguments` contains the arguments that name a
component, and finds its languages below a path, and `revisions` separates revisions from names.
Arguments that contradict each other raise WrongUsageError.
"""
