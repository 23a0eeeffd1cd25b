/** The demo data with which a studio may begin. */
export const demo = {
  notice: 'Estás viendo datos de demostración',
  noticeText: 'Las personas, las clases y las ventas son inventadas. Quítalas antes de empezar.',
  remove: 'Quitar los datos de demostración',
  question: '¿Quitar los datos de demostración?',
  reading: 'Mirando qué se quitaría…',
  goes: 'Se quitan {clients, plural, one {# cliente} other {# clientes}}, {sessions, plural, one {# clase} other {# clases}}, {bookings, plural, one {# reserva} other {# reservas}} y {payments, plural, one {# pago} other {# pagos}}, con el horario, los planes, los contenidos y el equipo inventado.',
  stays:
    'Te quedas tú, y quienes han iniciado sesión o fueron invitados, tus ajustes, tu primera sede, las claves de API y los webhooks. No se puede deshacer.',
  own: 'Quitar también lo añadido desde entonces: {added}',
  ownClients: '{count, plural, one {# cliente} other {# clientes}}',
  ownBookings: '{count, plural, one {# reserva} other {# reservas}}',
  ownPayments: '{count, plural, one {# pago} other {# pagos}}',
  ownPlans: '{count, plural, one {# plan} other {# planes}}',
  ownSchedules: '{count, plural, one {# entrada del horario} other {# entradas del horario}}',
  ownEntries: '{count, plural, one {# contenido} other {# contenidos}}',
  ownHint: 'Está entre los datos de demostración y no puede quedarse sin ellos.',
};
