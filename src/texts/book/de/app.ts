import type { BookTexts } from '../texts.ts';

/** What the pages say as an app on a phone, in German. */
export const app: BookTexts['app'] = {
  asOf: 'Keine Verbindung. Stand {time}.',
  offline:
    'Der Stundenplan und deine Kurse sind da, wie du sie zuletzt gesehen hast. Alles andere wartet auf die Verbindung.',
};
