"""Find components in a directory: search, file masks, names and settings.

`lookup` is the entry point, and `assembly` builds a component from its settings. `search` goes through a tree (`tree`,
`ignored`) and collects `candidates` from paths (`layouts`, `masks`, `sets`, `finder`), from the content of files
(`sniffing`, `evidence`) and from files of other tools (`foreign`). `naming` names the components, and `left_out`
explains the files in none of them.
"""
