import type { BookTexts } from '../texts.ts';

/** What stands on every page for members in Spanish. */
export const shell: BookTexts['shell'] = {
  myClasses: 'Mis clases',
  library: 'Biblioteca',
  challenges: 'Retos',
  account: 'Cuenta',
  signIn: 'Entrar',
  back: 'Volver',
  close: 'Cerrar',
  classesLeft: '{count, plural, one {# clase disponible} other {# clases disponibles}}',
  closedTitle: 'Volvemos enseguida',
  closedForNow: 'Estamos trabajando en estas páginas. Vuelve un poco más tarde.',
  wrongTitle: 'Algo ha fallado',
  wrong: 'No ha cambiado nada. Inténtalo de nuevo dentro de un momento.',
  oldTitle: 'Esta página no está al día',
  old: 'No ha cambiado nada. Vuelve a abrir la página e inténtalo de nuevo.',
  tooLarge: 'Lo que has enviado es demasiado grande. No ha cambiado nada.',
  tooOftenTitle: 'Demasiados intentos',
  tooOften: 'Espera un minuto y vuelve a intentarlo.',
  tooManyTitle: 'Demasiadas solicitudes',
  tooManyText: 'Vuelve a intentarlo en {count, plural, one {# segundo} other {# segundos}}.',
  tryAgain: 'Volver a intentarlo',
  offline: 'Sin conexión.',
  undo: 'Deshacer',
  share: 'Compartir',
  linkCopied: 'El enlace está copiado.',
};
