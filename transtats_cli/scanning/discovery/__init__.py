"""Find components in a directory: search files, derive file masks, choose names, and complete the settings.

`lookup` is the entry point, and `assembly` builds a component from its settings. `search` walks a directory tree
(`tree`, `ignored`) and collects `candidates` from paths (`layouts`, `masks`, `sets`, `finder`), from the content of
files (`sniffing`, `evidence`) and from files of other tools (`foreign`, `described_sets`). `conventions` contains the
rules for formats other than PO and XLIFF. `naming` chooses the names of components, `left_out` explains why a file is
in no component, and `missing_files` describes mistyped paths.
"""
