import type { BookTexts } from '../texts.ts';

/** What stands on every page for members in German. */
export const shell: BookTexts['shell'] = {
  myClasses: 'Meine Kurse',
  library: 'Mediathek',
  challenges: 'Challenges',
  account: 'Konto',
  signIn: 'Anmelden',
  back: 'Zurück',
  close: 'Schließen',
  classesLeft: '{count, plural, one {noch # Kurs} other {noch # Kurse}}',
  closedTitle: 'Gleich wieder da',
  closedForNow: 'Wir arbeiten gerade an diesen Seiten. Schau etwas später wieder vorbei.',
  wrongTitle: 'Das hat nicht geklappt',
  wrong: 'Es hat sich nichts geändert. Versuch es gleich noch einmal.',
  oldTitle: 'Diese Seite ist nicht mehr aktuell',
  old: 'Es hat sich nichts geändert. Öffne die Seite neu und versuch es dann noch einmal.',
  tooLarge: 'Was du geschickt hast, ist zu groß. Es hat sich nichts geändert.',
  tooOftenTitle: 'Das war zu oft',
  tooOften: 'Warte eine Minute und versuch es dann noch einmal.',
  tooManyTitle: 'Zu viele Anfragen',
  tooManyText: 'Versuch es in {count, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  tryAgain: 'Noch einmal versuchen',
  offline: 'Keine Verbindung.',
  undo: 'Rückgängig',
  share: 'Teilen',
  linkCopied: 'Der Link ist kopiert.',
};
