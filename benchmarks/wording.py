"""Generate random sentences of English words, and translate them into made-up words."""

from random import Random
from typing import NamedTuple

WORDS = """
    account address archive arrow attachment background backup badge balance banner basket battery border branch
    bridge browser budget button calendar camera canvas catalogue channel chapter clock cloud colour column comment
    compass contact corner country cursor dashboard deadline delivery device dictionary disk document door draft
    drawing engine entry error event export feature field file filter folder font frame garden gateway glossary
    graph grid group harbour heading height history image index invoice island journal keyboard label lantern layer
    ledger letter library licence limit line list margin member memory menu message meter mirror module mountain
    network notice number object office option order page panel paper parcel password pattern picture planet player
    pocket printer profile project queue question receipt record region report request result river road row ruler
    sample schedule screen search season section server session shadow shelf shortcut signal size sound source
    speaker station status string summary table target task template terminal theme ticket timer title token tool
    track tree value version video village voice volume wallet warning weather week widget window winter word
    workspace year zone accept add allow apply ask build call cancel change check choose clear close collect compare
    connect continue copy create cut delete describe disable draw edit enable enter explain find finish follow
    forget hide import insert install join keep leave load lock measure merge move name open paint paste pause play
    press print publish read refresh remove rename repeat replace reset resize restore save scroll select send set
    share show sign skip sort split start stop store switch test translate turn type undo update upload use wait
    watch write zoom active available bright broken busy careful common complete current daily dark deep default
    different double dry early empty exact false fast final first free full global hidden invalid large last late
    local long main manual missing new next old optional other plain previous private public quick quiet random rare
    ready recent remote same second secure short similar simple single slow small special stable sudden temporary
    thin total unknown unused usual valid visible weekly whole wide wrong yearly the a this that your all some no
    every and or but with without from into under after before while because when if not is are was has can must
    will could should on of for to by at
""".split()

SYLLABLES = {
    "latin": "ba be bi da de di do fa fe ga ge ha ja ka ke ko la le li lo ma me mi na ne no pa pe ra re ri sa se ta te",
    "accented": "bá če dě fí gô há jé ká lê mö nü pê rá ší té vý zá ça ñe øl šu řa ží ěn ão",
    "cyrillic": "ба ве го да же за и ка ле ма не об по ре са то у фе хи ци че ша щи",
    "greek": "βα γε δι ζο ηλ θα κε λι μο νυ ξα πε ρι σο τυ φα χε ψι",
    "kana": "か き く さ し た ち な に は ひ ま み や ゆ ら り わ 日 本 語 文 字",
    "arabic": "با تي حو دا را سي شا عو قا لي مو نا",
}
"""Syllables of the made-up words in each script, separated by spaces."""

SENTENCE_ENDS = ("", "", "", "", ".", ".", ".", ".", "?", "!", ":", "…")
PLACEHOLDERS = ("%s", "%d", "%(name)s")
HTML_MARKUP = ("<b>%s</b>", '<a href="https://example.org/%s">', "<code>%s</code>")
RST_MARKUP = ("``%s``", "*%s*", "**%s**", ":ref:`%s`", ":func:`%s`", "`%s <https://example.org/>`_")


class Sentence(NamedTuple):
    """Words of a sentence and its punctuation at the end, as a source for translations.

    Words that a vocabulary does not contain, such as placeholders, are equal in all languages.
    """

    words: tuple[str, ...]
    end: str

    def source(self) -> str:
        return self.translated({})

    def translated(self, vocabulary: dict[str, str]) -> str:
        text = " ".join([vocabulary.get(word, word) for word in self.words])
        return text[:1].upper() + text[1:] + self.end


def generate_sentence(random: Random, *, is_rst: bool = False) -> Sentence:
    """Return a random sentence.

    Half of the sentences have at most four words, like labels in programs, and a tenth are as long as paragraphs. About
    an eighth contain a placeholder. With `is_rst`, each sentence contains reStructuredText markup.
    """
    length = random.choice((1, 2, 2, 3, 4, 6, 8, 10, 14, 30))
    words = random.choices(WORDS, k=length)
    if is_rst:
        # Insert one word with markup, and one more for every six words.
        for _ in range(1 + length // 6):
            words.insert(random.randrange(1, len(words) + 1), random.choice(RST_MARKUP) % random.choice(WORDS))
    elif random.random() < 0.12:
        words.insert(random.randrange(1, len(words) + 1), random.choice(PLACEHOLDERS))
    elif random.random() < 0.03:
        words.append(random.choice(HTML_MARKUP) % random.choice(WORDS))
    return Sentence(tuple(words), random.choice(SENTENCE_ENDS))


def generate_vocabulary(code: str, script: str) -> dict[str, str]:
    """Return made-up translations of all words in WORDS, for a language code and a script.

    Equal arguments give equal translations.
    """
    random = Random(code)
    syllables = SYLLABLES[script].split()
    return {word: "".join(random.choices(syllables, k=1 + (len(word) + 1) // 3)) for word in WORDS}
