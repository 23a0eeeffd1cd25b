/** The saved cards of a client, at the desk. */
export const cards = {
  title: 'Cartes',
  none: 'Aucune carte de {name} n’est enregistrée.',
  isDefault: 'Par défaut',
  ends: 'Expire {month}.',
  over: 'Expirée {month}.',
  renews: '{plans} {count, plural, one {se renouvelle} other {se renouvellent}} avec elle.',
  acts: 'Que faire de {card}',
  makeDefault: 'En faire la carte par défaut',
  remove: 'Retirer…',
  isDefaultNow:
    '{card} est la carte par défaut : {count, plural, =0 {les frais y sont prélevés.} other {les frais y sont prélevés, et {plans} au renouvellement.}}',
  isDefaultAgain: '{card} est de nouveau la carte par défaut.',
  removeTitle: 'Retirer {card} ?',
  removeText:
    '{card} est supprimée ici et chez le service de paiement. Pour s’en servir à nouveau, {name} devra la saisir encore.',
  nextDefault:
    '{card} devient la carte par défaut : {count, plural, =0 {les frais y sont prélevés.} other {les frais y sont prélevés, et {plans} au renouvellement.}}',
  noneLeft:
    'Il ne reste aucune carte : {count, plural, =0 {les frais ne peuvent plus être prélevés.} other {les frais ne peuvent plus être prélevés, et {plans} ne sera pas payé au renouvellement.}}',
  inUse: '{plans} {count, plural, one {se renouvelle} other {se renouvellent}} avec cette carte.',
  rebindFirst: 'Choisissez une autre carte pour cela avant de retirer celle-ci.',
  addFirst: 'Ajoutez une autre carte, ou arrêtez le renouvellement, avant de retirer celle-ci.',
  askFirst:
    'Demandez à un propriétaire ou à un responsable de choisir une autre carte pour cela avant de retirer celle-ci.',
  rebind: 'Renouveler avec {card}',
  removeAct: 'Retirer {card}',
  removed: '{card} est retirée.',
};
