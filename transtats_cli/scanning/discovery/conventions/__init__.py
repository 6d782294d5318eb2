"""Find translation files in formats other than PO and XLIFF, by the naming conventions of these formats.

Any JSON, XML or YAML file may be a translation, and most are not. So a set of files is found only if paths contain
languages at the same place, if the file of the source language exists (for formats with a template), and if the
content of this file shows the format.

`grouping` finds file masks by names alone, and `folders` is an index of the folders. `content` and `json_dialects`
detect the format from the content. `description` chooses format, template and source language of a mask, and
`candidates` builds components.
"""
