<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="cs" sourcelanguage="en">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../src/mainwindow.cpp" line="20"/>
        <source>Notes</source>
        <translation>Poznámky</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="23"/>
        <source>Open</source>
        <translation>Otevřít</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="26"/>
        <source>Save</source>
        <translation type="unfinished">Uložit</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="29"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="32"/>
        <source>Hello, %1!</source>
        <translation>Ahoj, %1!</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="35"/>
        <source>Search notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="38"/>
        <source>Settings</source>
        <translation>Nastavení</translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="41"/>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mainwindow.cpp" line="44"/>
        <source>The note could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../src/mainwindow.cpp" line="60"/>
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n poznámka</numerusform>
            <numerusform>%n poznámky</numerusform>
            <numerusform>%n poznámek</numerusform>
        </translation>
    </message>
</context>
</TS>
