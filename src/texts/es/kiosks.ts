/** The list of the tablets at the doors. */
export const kiosks = {
  title: 'Quioscos',
  hint: 'Tabletas en la puerta. Inicia un quiosco desde el menú de la sede, en la propia tableta.',
  none: 'Todavía no hay ningún quiosco. Abre la consola en una tableta, pulsa el nombre de la sede y elige «Iniciar un quiosco aquí».',
  kiosk: 'Quiosco',
  site: 'Sede',
  lastUsed: 'Último uso',
  state: 'Estado',
  started: 'Iniciado el {date}',
  startedBy: 'Iniciado el {date} por {person}',
  notUsed: 'Aún no',
  works: 'En uso',
  ended: 'Terminado el {date}',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar {name}?',
  revokeText:
    'Desde ahora nadie puede registrar su entrada en esta tableta de {site}. En menos de un minuto muestra el inicio de sesión. Las entradas que guardó sin conexión ya no se envían.',
  revokeAgain: 'No se puede deshacer. Puedes iniciar un quiosco nuevo en la tableta cuando quieras.',
  revokeAct: 'Revocar {name}',
  revokedNow: '{name} se ha revocado.',
};
