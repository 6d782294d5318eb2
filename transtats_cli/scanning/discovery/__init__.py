"""Find components in a directory: search files, derive file masks, choose names, and complete the settings.

`lookup` is the entry point, and `assembly` builds a component from its `definition`. `search` walks a directory tree
(`tree`, `ignored`) and collects definitions: `candidates` from files of other tools (`foreign`) and from `groups` of
files, `multilingual_files` from files with all languages. `masks`, `evidence`, `sets` and `finder` group PO and XLIFF
files, `grouping` the other formats, and `description` derives settings from their content (`sniffing`). `set_names`,
`naming` and `projects` choose names, `left_out` and `uncovered` explain why a file is in no component, and
`missing_files` describes mistyped paths.
"""
