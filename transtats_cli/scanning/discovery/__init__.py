"""Find components in a directory: search files, derive file masks, choose names, and complete the settings.

`lookup` is the entry point, and `search` is the search from top to bottom. It indexes a directory (`tree`, `ignored`),
and collects a `definition` of each component: from files of other tools (`foreign`), and from `groups` of paths with
the same mask (`masks`), which `candidates` accepts by declarations (`evidence`) or content (`description`, `sniffing`).
`grouping` finds the source files of formats other than PO and XLIFF, and `sets` the other files that a mask matches.
`folder_names` is the table of usual folders. `projects` and `naming` choose names, `left_out` explains why a file is in
no component, and `assembly` builds a component from its definition and the settings.
"""
