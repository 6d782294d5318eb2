"""Fast readers of formats with a key and a text in one language for each string, without translate-toolkit.

A fast reader takes a quarter (Android) to a thirtieth (nested JSON) of the time of the reader that is based on the
toolkit. Its catalog is the same, as tests/formats/fast tests. It raises IrregularFile for a file with a notation that
it does not support. The toolkit reads such a file. `formats.keyed` creates the catalogs.
"""
