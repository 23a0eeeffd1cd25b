import type { BookTexts } from '../texts.ts';

/** The page on which a member saves a card for an app, or at the desk, in Spanish. */
export const cardPage: BookTexts['cardPage'] = {
  title: 'Añadir una tarjeta: {studio}',
  wait: 'Espera, por favor…',
  back: 'Volver a {studio}',
  kept: 'Tarjetas guardadas',
  card: '{brand} terminada en {last4}, {month}/{year}',
  defaultCard: '{brand} terminada en {last4}, {month}/{year} (predeterminada)',
  openAgain: 'Abre esta página otra vez desde la app o la web de {studio}.',
  openFromConsole: 'Inicia sesión en la consola y abre esta página desde allí.',
  signIn: 'Tu sesión ya no es válida.',
  incomplete: 'Este enlace está incompleto.',
  nobody: '{studio} no tiene ningún miembro con tu cuenta. Pide que añadan tu correo electrónico.',
  notConfirmed: 'La tarjeta aún no está confirmada. Inténtalo otra vez.',
  noCards: '{studio} todavía no acepta tarjetas.',
  often: 'Han sido demasiados intentos. Espera unos minutos e inténtalo otra vez.',
  failed: 'Algo ha fallado y la tarjeta no se ha guardado. Inténtalo más tarde.',
  failedSupport: 'Algo ha fallado y la tarjeta no se ha guardado. Inténtalo más tarde o escribe a {address}.',
  offline: 'No hay conexión. Comprueba tu internet e inténtalo otra vez.',
  foreign: 'Este enlace lleva a una página que no es de {studio}.',
  saved: 'La tarjeta está guardada.',
  savedHere: 'La tarjeta está guardada. Puedes cerrar esta página.',
};
