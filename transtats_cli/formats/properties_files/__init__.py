"""Properties files: Java, GWT, mi18n, Joomla and XWiki.

`reader` is the entry point for Java. `reference` defines how each dialect is read: with translate-toolkit. The package
`fast` exists for speed only.
"""
