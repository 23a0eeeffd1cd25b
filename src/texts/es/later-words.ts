/** Words of several pages that the first page does without. */
export const laterWords = {
  copy: 'Copiar',
  copied: 'Copiado.',
  showMore: 'Mostrar más',
  acts: 'Qué se puede hacer',
  next: 'Siguiente',
  saved: 'Guardado.',
  save: 'Guardar',
};
