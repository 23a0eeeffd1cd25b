/** The saved cards of a client, at the desk. */
export const cards = {
  title: 'Tarjetas',
  none: 'No hay ninguna tarjeta de {name} guardada.',
  isDefault: 'Predeterminada',
  ends: 'Caduca {month}.',
  over: 'Caducó {month}.',
  renews: '{plans} se {count, plural, one {renueva} other {renuevan}} con ella.',
  acts: 'Qué hacer con {card}',
  makeDefault: 'Hacerla predeterminada',
  remove: 'Quitar…',
  isDefaultNow:
    '{card} es la tarjeta predeterminada: {count, plural, =0 {los cargos se cobran de ella.} other {los cargos se cobran de ella, y {plans} al renovarse.}}',
  isDefaultAgain: '{card} vuelve a ser la tarjeta predeterminada.',
  removeTitle: '¿Quitar {card}?',
  removeText:
    '{card} se borra aquí y en el servicio de pago. Para volver a usarla, {name} tendrá que escribirla de nuevo.',
  nextDefault:
    '{card} pasa a ser la tarjeta predeterminada: {count, plural, =0 {los cargos se cobran de ella.} other {los cargos se cobran de ella, y {plans} al renovarse.}}',
  noneLeft:
    'No queda ninguna tarjeta: {count, plural, =0 {ya no se pueden cobrar cargos.} other {ya no se pueden cobrar cargos, y {plans} no se pagará al renovarse.}}',
  inUse: '{plans} se {count, plural, one {renueva} other {renuevan}} con esta tarjeta.',
  rebindFirst: 'Elige otra tarjeta para eso antes de quitar esta.',
  addFirst: 'Añade otra tarjeta, o detén la renovación, antes de quitar esta.',
  askFirst: 'Pide a la propiedad o a la dirección que elija otra tarjeta para eso antes de quitar esta.',
  rebind: 'Renovar con {card}',
  removeAct: 'Quitar {card}',
  removed: '{card} se ha quitado.',
};
