/** What forms say while somebody changes what is there. */
export const edit = {
  conflict: 'Otra persona lo cambió a las {time}. ¿Qué se queda?',
  conflictBy: '{name} lo cambió a las {time}. ¿Qué se queda?',
  conflictWrote: 'Lo que escribió {name}',
  conflictTheirs: 'Lo que escribió la otra persona',
  conflictMine: 'Lo que escribiste tú',
  conflictSave: 'Guardar esta opción',
  before: 'Antes: {value}',
  changes: '{count, plural, one {# cambio} other {# cambios}}',
  discard: 'Descartar',
  leaveTitle: '¿Salir sin guardar?',
  leaveText: '{count, plural, one {Hay # cambio sin guardar.} other {Hay # cambios sin guardar.}}',
  leaveStay: 'Quedarme aquí',
  leaveGo: 'Salir',
  pictureDrop: 'Suelta aquí una imagen',
  pictureChoose: 'o elige una',
  pictureUnreadable: 'Este archivo no es una imagen. Elige un SVG, PNG, JPEG o WebP.',
};
