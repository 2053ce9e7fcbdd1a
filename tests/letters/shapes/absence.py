"""What people who are away have their programs say."""

from __future__ import annotations

from typing import NamedTuple


class Absence(NamedTuple):
    """One language: what stands before the subject, and the text."""

    language: str
    prefix: str
    text: tuple[str, ...]


ABSENCES = (
    Absence(
        "english",
        "Automatic reply: ",
        ("I am out of the office until 1 September with no access to email.", "Please march on without me."),
    ),
    Absence(
        "german",
        "Automatische Antwort: ",
        ("Ich bin bis zum 1. September nicht im Büro.", "Ihre Mail wird nicht weitergeleitet."),
    ),
    Absence("french", "Réponse automatique : ", ("Je suis absente du bureau jusqu'au 1er septembre.",)),
    Absence("spanish", "Respuesta automática: ", ("Estoy fuera de la oficina hasta el 1 de septiembre.",)),
    Absence("italian", "Risposta automatica: ", ("Sono fuori ufficio fino al 1 settembre.",)),
    Absence("dutch", "Automatisch antwoord: ", ("Ik ben tot 1 september niet op kantoor.",)),
    Absence("polish", "Odpowiedź automatyczna: ", ("Jestem poza biurem do 1 września.",)),
    Absence("swedish", "Autosvar: ", ("Jag är inte på kontoret förrän den 1 september.",)),
    Absence("danish", "Automatisk svar: ", ("Jeg er ikke på kontoret før den 1. september.",)),
    Absence("finnish", "Automaattinen vastaus: ", ("Olen poissa toimistolta 1. syyskuuta asti.",)),
    Absence("russian", "Автоматический ответ: ", ("Меня не будет в офисе до 1 сентября.",)),
    Absence("japanese", "自動応答: ", ("9月1日まで不在にしております。",)),
    Absence("portuguese", "Resposta automática: ", ("Estou fora do escritório até 1 de setembro.",)),
    Absence("chinese", "自动答复: ", ("我正在休假，9月1日回来。",)),
)
