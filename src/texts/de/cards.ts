/** The saved cards of a client, at the desk. */
export const cards = {
  title: 'Karten',
  none: 'Von {name} ist keine Karte gespeichert.',
  isDefault: 'Standard',
  ends: 'Gültig bis {month}.',
  over: 'Abgelaufen {month}.',
  renews: '{plans} {count, plural, one {verlängert} other {verlängern}} sich damit.',
  acts: 'Was mit {card} geschieht',
  makeDefault: 'Zur Standardkarte machen',
  remove: 'Entfernen…',
  isDefaultNow:
    '{card} ist die Standardkarte: {count, plural, =0 {Gebühren werden davon abgebucht.} other {Gebühren werden davon abgebucht, und {plans} bei der Verlängerung.}}',
  isDefaultAgain: '{card} ist wieder die Standardkarte.',
  removeTitle: '{card} entfernen?',
  removeText:
    '{card} wird hier und beim Zahlungsdienst gelöscht. Um die Karte wieder zu benutzen, muss {name} sie neu eingeben.',
  nextDefault:
    '{card} wird die Standardkarte: {count, plural, =0 {Gebühren werden davon abgebucht.} other {Gebühren werden davon abgebucht, und {plans} bei der Verlängerung.}}',
  noneLeft:
    'Es bleibt keine Karte: {count, plural, =0 {Gebühren können nicht mehr abgebucht werden.} other {Gebühren können nicht mehr abgebucht werden, und {plans} wird bei der Verlängerung nicht bezahlt.}}',
  inUse: '{plans} {count, plural, one {verlängert} other {verlängern}} sich mit dieser Karte.',
  rebindFirst: 'Wählen Sie dafür eine andere Karte, bevor Sie diese Karte entfernen.',
  addFirst: 'Fügen Sie eine andere Karte hinzu oder beenden Sie die Verlängerung, bevor Sie diese Karte entfernen.',
  askFirst: 'Bitten Sie Inhaber oder Leitung, dafür eine andere Karte zu wählen, bevor Sie diese Karte entfernen.',
  rebind: 'Mit {card} verlängern',
  removeAct: '{card} entfernen',
  removed: '{card} ist entfernt.',
};
