<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Window</name>
    <message>
        <location filename="window.cpp" line="8"/>
        <source>&amp;Load cargo</source>
        <translation>&amp;Ladung aufnehmen</translation>
    </message>
    <message>
        <source>Weigh %1 of %2</source>
        <comment>On a button</comment>
        <translation>%1 wiegen</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seal</source>
        <translation type="unfinished">Siegel</translation>
    </message>
    <message numerus="yes">
        <source>%n crate(s)</source>
        <extracomment>A number of crates</extracomment>
        <translation>
            <numerusform>%n Kiste</numerusform>
            <numerusform>Kisten</numerusform>
        </translation>
    </message>
    <message>
        <source>Old scale</source>
        <translation type="vanished">Alte Waage</translation>
    </message>
</context>
</TS>
