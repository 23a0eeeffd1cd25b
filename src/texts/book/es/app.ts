import type { BookTexts } from '../texts.ts';

/** What the pages say as an app on a phone, in Spanish. */
export const app: BookTexts['app'] = {
  asOf: 'Sin conexión. Actualizado: {time}.',
  offline: 'El horario y tus clases se muestran como los viste por última vez. Lo demás espera a la conexión.',
};
