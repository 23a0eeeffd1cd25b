import type { BookTexts } from '../texts.ts';

/** What stands on pages that a website shows in a frame, in Spanish. */
export const embed: BookTexts['embed'] = {
  book: 'Reservar',
  joinList: 'Lista de espera',
  newWindow: 'se abre en otra ventana',
  done: 'Listo.',
};
