/** The page of check-ins. */
export const checkins = {
  title: 'Entradas',
  one: 'Entrada',
  csv: 'CSV de estas entradas',
  stateValid: 'Entró',
  letIn: 'Admitido por recepción',
  refusedNote: 'en la puerta o en recepción',
  by: 'Por',
  begins: 'Empieza',
  again: 'Volvió a entrar',
  wasRefused: 'Se había rechazado',
  letInAt: 'Admitido',
  emptyTitle: 'Aún no ha venido nadie',
  emptyText: 'Aquí aparece quien entra por recepción, el quiosco o la puerta, también quien es rechazado.',
};
