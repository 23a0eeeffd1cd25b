import type { OtherForm } from '../form-of-address.ts';
import type { MailTexts } from './texts.ts';

const CANCEL =
  '{cancelling, select, credit {{used, plural, one {Kostenlos stornierbar bis {deadline}. Danach verfällt die Einheit.} other {Kostenlos stornierbar bis {deadline}. Danach verfallen die Einheiten.}}} fee {Kostenlos stornierbar bis {deadline}. Danach kostet eine Stornierung {fee}.} both {{used, plural, one {Kostenlos stornierbar bis {deadline}. Danach kostet eine Stornierung {fee} und die Einheit.} other {Kostenlos stornierbar bis {deadline}. Danach kostet eine Stornierung {fee} und die Einheiten.}}} late {{lateCost, select, desk {Die Zeit für eine Stornierung ist vorbei. Der Empfang hilft weiter.} credit {{used, plural, one {Die Zeit für eine kostenlose Stornierung ist vorbei. Jetzt kostet sie die Einheit.} other {Die Zeit für eine kostenlose Stornierung ist vorbei. Jetzt kostet sie die Einheiten.}}} fee {Die Zeit für eine kostenlose Stornierung ist vorbei. Jetzt kostet sie {fee}.} both {{used, plural, one {Die Zeit für eine kostenlose Stornierung ist vorbei. Jetzt kostet sie {fee} und die Einheit.} other {Die Zeit für eine kostenlose Stornierung ist vorbei. Jetzt kostet sie {fee} und die Einheiten.}}} other {Die Zeit für eine kostenlose Stornierung ist vorbei. Wenn du stornierst, bekommt jemand anderes den Platz.}}} other {Kostenlos stornierbar bis {deadline}.}}';

/** What mails to members say otherwise in German where the studio says du. Mails to staff say Sie. */
export const deInformal: OtherForm<MailTexts> = {
  words: {
    attached:
      'Der Termin für deinen Kalender ist angehängt. Antworten darauf liest niemand: Zum Stornieren öffne deine Buchung.',
    attachedOnly:
      'Der Termin für deinen Kalender ist angehängt. Antworten darauf liest niemand: Zum Stornieren wende dich an das Studio.',
  },
  booking_confirmed: {
    heading: 'Dein Platz ist gebucht, {firstName}',
    note: CANCEL,
  },
  booking_cancelled: {
    heading:
      '{was, select, waiting {Du stehst nicht mehr auf der Warteliste, {firstName}} other {Deine Buchung ist storniert, {firstName}}}',
    lead: '{credit, select, restored {{used, plural, one {Eine Einheit aus „{package}“ ist zurück.} other {# Einheiten aus „{package}“ sind zurück.}}} forfeited {Die Stornierung kam spät, deshalb verfällt die Einheit.} waiting {Du wartest nicht mehr auf einen Platz.} other {Den Platz kann jetzt jemand anderes haben.}}',
    note: '{charge, select, later {Eine späte Stornierung kostet {fee}. Deine Karte wird am {chargedOn} belastet.} due {Eine späte Stornierung kostet {fee}.} other {}}',
  },
  waitlist_joined: {
    heading: 'Du stehst auf der Warteliste, {firstName}',
    lead: 'Du bist Nummer {place}. Wir schreiben dir, sobald es einen Platz für dich gibt.',
  },
  waitlist_offered: {
    subject: 'Ein Platz für dich bis {until}: {what}',
    heading: 'Es gibt einen Platz für dich, {firstName}',
    lead: 'Er gehört dir, wenn du ihn bis {until} annimmst. Danach bekommt ihn die nächste Person auf der Liste.',
  },
  waitlist_promoted: {
    subject: 'Du hast einen Platz: {what}, {day}, {time}',
    heading: 'Du hast einen Platz, {firstName}',
    lead: '{paid, select, credits {{used, plural, one {Du bist nachgerückt und gebucht. Eine Einheit aus „{package}“ ist verbraucht, {left, plural, one {# ist} other {# sind}} übrig.} other {Du bist nachgerückt und gebucht. # Einheiten aus „{package}“ sind verbraucht, {left, plural, one {# ist} other {# sind}} übrig.}}} package {Du bist nachgerückt und gebucht. „{package}“ deckt die Buchung ab.} other {Du bist nachgerückt und gebucht.}}',
    note: CANCEL,
  },
  session_cancelled: {
    lead: '{credit, select, restored {{used, plural, one {Das tut uns leid. Eine Einheit aus „{package}“ ist zurück.} other {Das tut uns leid. # Einheiten aus „{package}“ sind zurück.}}} other {Das tut uns leid. Deine Buchung ist damit storniert.}}',
  },
  session_moved: {
    lead: '{change, select, site {Der neue Ort ist {site}. Deine Buchung gilt weiter.} other {Die neue Zeit ist {day}, {time}. Deine Buchung gilt weiter.}}',
  },
  session_substituted: {
    lead: 'Gebucht hattest du bei {previous}. Deine Buchung bleibt, wie sie ist.',
  },
  booking_reminder: {
    note: CANCEL,
  },
  fee: {
    lead: '{reason, select, no_show {Du hattest einen Platz und bist nicht gekommen.} other {Du hast storniert, als es nicht mehr kostenlos war.}}',
    note: 'Sag dem Studio Bescheid, dann klären wir es gemeinsam.',
  },
  receipt: {
    lead: 'Du hast am {day} {amount} bezahlt.',
    note: 'Diese E-Mail ist dein Beleg. Du kannst sie aufheben oder drucken.',
  },
  payment_failed: {
    subject: 'Deine Zahlung von {amount} hat nicht geklappt',
    heading: 'Deine Zahlung hat nicht geklappt, {firstName}',
    lead: '{by, select, card {{amount} konnten deiner Karte ({card}) nicht belastet werden: {what}.} other {{amount} konnten nicht eingezogen werden: {what}.}}',
    note: 'Frag deine Bank, oder zahl im Studio mit einer anderen Karte.',
  },
  card_expiring: {
    subject: 'Deine Karte ({card}) läuft im {month} ab',
    heading: 'Deine Karte läuft bald ab, {firstName}',
    lead: 'Deine Karte ({card}) gilt bis Ende {month}. Hinterleg vorher eine andere, damit deine Mitgliedschaft weiterläuft.',
  },
  package_depleted: {
    heading: 'Deine letzte Einheit ist verbraucht, {firstName}',
    lead: '„{package}“ hat keine Einheiten mehr. Hol dir vor der nächsten Buchung eine neue Karte.',
  },
  package_end_requested: {
    subject: '{begun, select, no {Du hast „{package}“ gekündigt} other {„{package}“ endet am {day}}}',
    heading: 'Du hast „{package}“ gekündigt, {firstName}',
    lead: '{begun, select, no {Es hat noch nicht begonnen: Es endet von selbst, sobald du es genutzt hast, und wird nicht mehr abgebucht.} other {{renewals, plural, =0 {Es endet am {day}. Bis dahin bleibt alles, wie es ist, und nichts wird mehr abgebucht.} one {Es endet am {day}. Bis dahin bleibt alles, wie es ist, und es wird noch einmal abgebucht.} other {Es endet am {day}. Bis dahin bleibt alles, wie es ist, und es wird noch # Mal abgebucht.}}}}',
    note: 'Bis zum Ende kannst du das in deinem Konto zurücknehmen, oder am Empfang von {studio}.',
  },
  erasure_declined: {
    subject: 'Zur Löschung deiner Daten bei {studio}',
    heading: 'Dein Konto bleibt vorerst, {firstName}',
    lead: '{why, select, said {Du hast {studio} gebeten, deine Daten zu löschen. Das ist nicht geschehen: {reason}} other {Du hast {studio} gebeten, deine Daten zu löschen. Das ist nicht geschehen. Frag nach dem Grund.}}',
    noteTitle: 'Was du tun kannst',
    note: 'Du kannst jederzeit wieder darum bitten. Bist du nicht einverstanden, hilft dir die Datenschutzbehörde.',
  },
  challenge_starting: {
    lead: 'Du machst mit. Es geht bis {end}.',
  },
  award_earned: {
    lead: 'Du hast eine Auszeichnung bekommen.',
  },
  member_code: {
    subject: 'Dein Code für {studio}',
    heading: 'Dein Code',
    lead: 'Mit diesem Code meldest du dich bei {studio} an. Er gilt {minutes, plural, one {# Minute} other {# Minuten}}.',
    noteTitle: 'Warst du das nicht?',
    note: 'Dann tu nichts: Ohne den Code kommt niemand hinein. Niemand von {studio} wird dich je danach fragen.',
  },
  booking_opens: {
    lead: 'Du wolltest es wissen, {firstName}: {what} am {day} um {time} kann ab jetzt gebucht werden.',
  },
  sign_up_approved: {
    heading: 'Du bist dabei, {firstName}',
    lead: '{studio} hat deine Anmeldung angesehen. Du kannst dich jetzt mit dieser Adresse anmelden, Kurse buchen und Karten kaufen.',
  },
  email_changed: {
    subject: 'Deine E-Mail-Adresse bei {studio} wurde geändert',
    heading: 'Deine E-Mail-Adresse wurde geändert, {firstName}',
    lead: 'Diese Adresse gehört nicht mehr zu deinem Konto bei {studio}. Du kannst dich damit nicht mehr anmelden, und angemeldete Geräte wurden abgemeldet.',
    noteTitle: 'Warst du das nicht?',
    note: 'Antworte auf diese Nachricht oder ruf {studio} gleich an: Vielleicht nutzt jemand anderes dein Konto.',
  },
};
