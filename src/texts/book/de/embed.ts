import type { BookTexts } from '../texts.ts';

/** What stands on pages that a website shows in a frame, in German. */
export const embed: BookTexts['embed'] = {
  book: 'Buchen',
  joinList: 'Auf die Warteliste',
  newWindow: 'öffnet ein neues Fenster',
  done: 'Das ist erledigt.',
};
