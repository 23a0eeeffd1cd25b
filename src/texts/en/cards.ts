/** The saved cards of a client, at the desk. */
export const cards = {
  title: 'Cards',
  none: 'No card of {name} is saved.',
  isDefault: 'Default',
  ends: 'Ends {month}.',
  over: 'Ended {month}.',
  renews: '{plans} {count, plural, one {renews} other {renew}} by it.',
  acts: 'What to do with {card}',
  makeDefault: 'Make it the default',
  remove: 'Remove…',
  isDefaultNow:
    '{card} is the default card: {count, plural, =0 {fees are charged to it.} other {fees are charged to it, and {plans} when renewed.}}',
  isDefaultAgain: '{card} is the default card again.',
  removeTitle: 'Remove {card}?',
  removeText: '{card} is deleted here and at the card processor. To use it again, {name} has to type it again.',
  nextDefault:
    '{card} becomes the default card: {count, plural, =0 {fees are charged to it.} other {fees are charged to it, and {plans} when renewed.}}',
  noneLeft:
    'No card is left: {count, plural, =0 {fees can no longer be charged.} other {fees can no longer be charged, and {plans} will not be paid when renewed.}}',
  inUse: '{plans} {count, plural, one {renews} other {renew}} by this card.',
  rebindFirst: 'Choose another card for that before you remove this card.',
  addFirst: 'Add another card, or stop the renewal, before you remove this card.',
  askFirst: 'Ask an owner or a manager to choose another card for that before you remove this card.',
  rebind: 'Renew by {card}',
  removeAct: 'Remove {card}',
  removed: '{card} is removed.',
};
