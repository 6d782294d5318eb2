"""Files of a project whose names and strings contain markup, quotes, slashes and control characters."""

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
STRINGS = (
    HEAD
    + r"""
#: "><script>alert(1)</script>:1
msgctxt "</code><script>alert(1)</script>"
msgid "<script>alert(1)</script>"
msgstr "<img src=x onerror=alert(1)>"

msgid "Open"
msgstr "‮Auf\a\t \" & '"

msgid "Close."
msgstr "Zu"

msgid "Long."
msgstr "LONG"

msgid "Untranslated <b>"
msgstr ""
""".replace("LONG", "lang <" * 20_000)
)
"""A PO file. One of its strings has 120,000 characters."""
TEMPLATE = f'{HEAD}\nmsgid "<script>missing</script>"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n'
"""Has one string that the PO file lacks."""
SETTINGS = r"""
[project.hostile]
name = "\"'><script>alert(1)<!--"
[project.hostile.component."docs/manual"]
name = "it's <i> & \" onclick='x'"
path = "po"
filemask = "*.po"
new_base = "app.pot"
"""
"""Settings of the component with the template in the folder `po`."""
