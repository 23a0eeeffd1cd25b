import type { BookTexts } from '../texts.ts';

/** What stands on pages that a website shows in a frame, in French. */
export const embed: BookTexts['embed'] = {
  book: 'Réserver',
  joinList: 'Liste d’attente',
  newWindow: 's’ouvre dans une nouvelle fenêtre',
  done: 'C’est fait.',
};
