/** The page of check-ins. */
export const checkins = {
  title: 'Check-ins',
  one: 'Check-in',
  csv: 'CSV dieser Check-ins',
  stateValid: 'Eingelassen',
  letIn: 'Vom Empfang eingelassen',
  refusedNote: 'an der Tür oder am Empfang',
  by: 'Über',
  begins: 'Beginnt',
  again: 'Kam noch einmal',
  wasRefused: 'War abgewiesen',
  letInAt: 'Eingelassen',
  emptyTitle: 'Noch niemand ist gekommen',
  emptyText: 'Hier steht, wer am Empfang, am Kiosk oder an der Tür eincheckt, auch wer abgewiesen wird.',
};
