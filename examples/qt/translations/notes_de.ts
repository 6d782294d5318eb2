<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../src/mainwindow.cpp" line="20"/>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="23"/>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="26"/>
        <source>Save</source>
        <translation type="unfinished">Speichern</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="29"/>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="32"/>
        <source>Hello, %1!</source>
        <translation>Hallo, %1!</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="35"/>
        <source>Search notes</source>
        <translation>Notizen suchen</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="38"/>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="41"/>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="44"/>
        <source>The note could not be saved.</source>
        <translation>Die Notiz konnte nicht gespeichert werden</translation>
    </message>
    <message numerus="yes">
        <location filename="../src/mainwindow.cpp" line="60"/>
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Notiz</numerusform>
            <numerusform>%n Notizen</numerusform>
        </translation>
    </message>
</context>
</TS>
