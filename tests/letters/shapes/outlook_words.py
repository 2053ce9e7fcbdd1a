"""What Outlook says above an old letter in the languages it is sold in."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """One language: labels of From, Sent, To and Subject, the date, the subject's prefix, the ruler, the charset."""

    sender: str
    sent: str
    to: str
    subject: str
    date: str
    prefix: str
    ruler: str
    charset: str
    colon: str = ":"


LANGUAGES: dict[str, Words] = {
    "english": Words(
        "From", "Sent", "To", "Subject", "Saturday, August 22, 2026 2:00 PM", "RE: ", "Original Message", "us-ascii"
    ),
    "german": Words(
        "Von", "Gesendet", "An", "Betreff", "Samstag, 22. August 2026 14:00", "AW: ", "Ursprüngliche Nachricht", "iso-8859-1"
    ),
    "french": Words(
        "De", "Envoyé", "À", "Objet", "samedi 22 août 2026 14:00", "RE: ", "Message d'origine", "iso-8859-1", "\xa0:"
    ),
    "spanish": Words(
        "De", "Enviado el", "Para", "Asunto", "sábado, 22 de agosto de 2026 14:00", "RE: ", "Mensaje original", "iso-8859-1"
    ),
    "italian": Words(
        "Da", "Inviato", "A", "Oggetto", "sabato 22 agosto 2026 14:00", "R: ", "Messaggio originale", "iso-8859-1"
    ),
    "dutch": Words(
        "Van",
        "Verzonden",
        "Aan",
        "Onderwerp",
        "zaterdag 22 augustus 2026 14:00",
        "RE: ",
        "Oorspronkelijk bericht",
        "us-ascii",
    ),
    "polish": Words(
        "Od", "Wysłano", "Do", "Temat", "sobota, 22 sierpnia 2026 14:00", "ODP: ", "Oryginalna wiadomość", "iso-8859-2"
    ),
    "swedish": Words(
        "Från", "Skickat", "Till", "Ämne", "den 22 augusti 2026 14:00", "SV: ", "Ursprungligt meddelande", "iso-8859-1"
    ),
    "danish": Words("Fra", "Sendt", "Til", "Emne", "22. august 2026 14:00", "SV: ", "Oprindelig meddelelse", "iso-8859-1"),
    "norwegian": Words(
        "Fra", "Sendt", "Til", "Emne", "lørdag 22. august 2026 14:00", "SV: ", "Opprinnelig melding", "iso-8859-1"
    ),
    "finnish": Words(
        "Lähettäjä",
        "Lähetetty",
        "Vastaanottaja",
        "Aihe",
        "lauantai 22. elokuuta 2026 14.00",
        "VS: ",
        "Alkuperäinen viesti",
        "iso-8859-1",
    ),
    "czech": Words(
        "Od", "Odesláno", "Komu", "Předmět", "sobota 22. srpna 2026 14:00", "RE: ", "Původní zpráva", "iso-8859-2"
    ),
    "portuguese": Words(
        "De",
        "Enviada em",
        "Para",
        "Assunto",
        "sábado, 22 de agosto de 2026 14:00",
        "RES: ",
        "Mensagem original",
        "iso-8859-1",
    ),
    "russian": Words(
        "От", "Отправлено", "Кому", "Тема", "22 августа 2026 г. 14:00", "Отв: ", "Исходное сообщение", "koi8-r"
    ),
    "ukrainian": Words(
        "Від", "Надіслано", "Кому", "Тема", "22 серпня 2026 р. 14:00", "RE: ", "Вихідне повідомлення", "koi8-u"
    ),
    "turkish": Words(
        "Kimden", "Gönderildi", "Kime", "Konu", "22 Ağustos 2026 Cumartesi 14:00", "YNT: ", "Özgün İleti", "iso-8859-9"
    ),
    "japanese": Words(
        "差出人", "送信日時", "宛先", "件名", "2026年8月22日 14:00", "RE: ", "Original Message", "iso-2022-jp"
    ),
    "chinese": Words("发件人", "发送时间", "收件人", "主题", "2026年8月22日 14:00", "答复: ", "邮件原件", "gb18030"),
    "korean": Words(
        "보낸 사람", "보낸 날짜", "받는 사람", "제목", "2026년 8월 22일 토요일 오후 2:00", "RE: ", "원본 메시지", "euc-kr"
    ),
    "greek": Words(
        "Από", "Στάλθηκε", "Προς", "Θέμα", "Σάββατο, 22 Αυγούστου 2026 2:00 μμ", "ΑΠ: ", "Αρχικό μήνυμα", "iso-8859-7"
    ),
    "hungarian": Words(
        "Feladó",
        "Elküldve",
        "Címzett",
        "Tárgy",
        "2026. augusztus 22., szombat 14:00",
        "VÁ: ",
        "Eredeti üzenet",
        "iso-8859-2",
    ),
    "romanian": Words(
        "De la", "Trimis", "Către", "Subiect", "sâmbătă, 22 august 2026 14:00", "RE: ", "Mesaj original", "utf-8"
    ),
    "hebrew": Words("מאת", "נשלח", "אל", "נושא", "שבת 22 אוגוסט 2026 14:00", "תגובה: ", "הודעה מקורית", "utf-8"),
}
