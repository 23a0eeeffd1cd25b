import type { BookTexts } from '../texts.ts';

/** The page on which a member saves a card for an app, or at the desk, in German. */
export const cardPage: BookTexts['cardPage'] = {
  title: 'Karte hinzufügen: {studio}',
  wait: 'Bitte warten …',
  back: 'Zurück zu {studio}',
  kept: 'Hinterlegte Karten',
  card: '{brand} mit den Endziffern {last4}, {month}/{year}',
  defaultCard: '{brand} mit den Endziffern {last4}, {month}/{year} (Standard)',
  openAgain: 'Öffne diese Seite noch einmal aus der App oder Website von {studio}.',
  openFromConsole: 'Bitte in der Konsole anmelden und diese Seite von dort öffnen.',
  signIn: 'Deine Anmeldung gilt nicht mehr.',
  incomplete: 'Dieser Link ist unvollständig.',
  nobody: '{studio} kennt kein Mitglied mit deiner Anmeldung. Bitte das Studio, deine E-Mail-Adresse einzutragen.',
  notConfirmed: 'Die Karte ist noch nicht bestätigt. Versuch es noch einmal.',
  noCards: '{studio} nimmt noch keine Karten an.',
  often: 'Das war zu oft. Warte ein paar Minuten und versuch es dann noch einmal.',
  failed: 'Etwas ist schiefgegangen, und die Karte ist nicht hinterlegt. Versuch es später noch einmal.',
  failedSupport:
    'Etwas ist schiefgegangen, und die Karte ist nicht hinterlegt. Versuch es später noch einmal oder schreib an {address}.',
  offline: 'Es gibt keine Verbindung. Prüfe dein Internet und versuch es dann noch einmal.',
  foreign: 'Dieser Link führt zu einer Seite, die nicht zu {studio} gehört.',
  saved: 'Die Karte ist hinterlegt.',
  savedHere: 'Die Karte ist hinterlegt. Du kannst diese Seite schließen.',
};
