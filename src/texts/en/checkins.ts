/** The page of check-ins. */
export const checkins = {
  title: 'Check-ins',
  one: 'Check-in',
  csv: 'CSV of these check-ins',
  stateValid: 'Came in',
  letIn: 'Let in by the desk',
  refusedNote: 'at the door or the desk',
  by: 'By',
  begins: 'Begins',
  again: 'Came again',
  wasRefused: 'Had been refused',
  letInAt: 'Let in',
  emptyTitle: 'Nobody has come yet',
  emptyText: 'Whoever checks in at the desk, the kiosk or the door stands here, refused people too.',
};
