/** Words of several pages that the first page does without. */
export const laterWords = {
  copy: 'Copier',
  copied: 'Copié.',
  showMore: 'Afficher plus',
  acts: 'Actions possibles',
  next: 'Suivant',
  saved: 'C’est enregistré.',
  save: 'Enregistrer les changements',
};
