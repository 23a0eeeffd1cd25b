/** The page of check-ins. */
export const checkins = {
  title: 'Entrées',
  one: 'Entrée',
  csv: 'CSV de ces entrées',
  stateValid: 'Entré',
  letIn: 'Admis par l’accueil',
  refusedNote: 'à la porte ou à l’accueil',
  by: 'Par',
  begins: 'Commence',
  again: 'Revenu',
  wasRefused: 'Avait été refusé',
  letInAt: 'Admis',
  emptyTitle: 'Personne n’est encore venu',
  emptyText: 'Ici figure qui entre par l’accueil, la borne ou la porte, y compris qui est refusé.',
};
