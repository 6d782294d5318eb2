"""Find translation files in formats other than PO and XLIFF, by the naming conventions of these formats.

Any JSON, XML or YAML file may be a translation, and most are not. So a set of files must meet three conditions. The
paths contain languages at the same place. The file of the source language exists, if the format needs a template. The
content of this file has the format.

`grouping` finds file masks by names alone, and `folders` is an index of the folders. `description` chooses format,
template and source language of a mask, and `candidates` builds components. The properties of the formats stand in
`formats.table`, and the functions that detect a format from its content in `formats.detection`.
"""
