/** What forms say while somebody changes what is there. */
export const edit = {
  conflict: 'Jemand anderes hat dies um {time} geändert. Was gilt?',
  conflictBy: '{name} hat dies um {time} geändert. Was gilt?',
  conflictWrote: 'Was {name} geschrieben hat',
  conflictTheirs: 'Was die andere Person geschrieben hat',
  conflictMine: 'Was Sie geschrieben haben',
  conflictSave: 'Diese Wahl speichern',
  before: 'Vorher: {value}',
  changes: '{count, plural, one {# Änderung} other {# Änderungen}}',
  discard: 'Verwerfen',
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveText: '{count, plural, one {# Änderung ist} other {# Änderungen sind}} nicht gespeichert.',
  leaveStay: 'Hier bleiben',
  leaveGo: 'Verlassen',
  pictureDrop: 'Bild hier ablegen',
  pictureChoose: 'oder auswählen',
  pictureUnreadable: 'Diese Datei ist kein Bild. Wählen Sie ein SVG, PNG, JPEG oder WebP.',
};
