<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="cs" sourcelanguage="en">
<context>
    <name>Window</name>
    <message>
        <source>&amp;Load cargo</source>
        <translation>Naložit náklad</translation>
    </message>
    <message>
        <source>Weigh %1 of %2</source>
        <comment>On a button</comment>
        <translation>Zvážit %1 z %2</translation>
    </message>
    <message numerus="yes">
        <source>%n crate(s)</source>
        <translation>
            <numerusform>%n bedna</numerusform>
            <numerusform>%n bedny</numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
