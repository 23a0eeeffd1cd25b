/** The demo data with which a studio may begin. */
export const demo = {
  notice: 'Vous voyez des données de démonstration',
  noticeText: 'Les personnes, les cours et les ventes sont inventés. Supprimez-les avant de commencer.',
  remove: 'Supprimer les données de démonstration',
  question: 'Supprimer les données de démonstration ?',
  reading: 'Recherche de ce qui serait supprimé…',
  goes: 'Seront supprimés {clients, plural, one {# client} other {# clients}}, {sessions, plural, one {# cours} other {# cours}}, {bookings, plural, one {# réservation} other {# réservations}} et {payments, plural, one {# paiement} other {# paiements}}, avec le planning, les formules, les contenus et l’équipe inventée.',
  stays:
    'Restent vous-même, toutes les personnes qui se sont connectées ou ont été invitées, vos réglages, votre premier site, les clés d’API et les webhooks. C’est définitif.',
  own: 'Supprimer aussi ce qui a été ajouté depuis : {added}',
  ownClients: '{count, plural, one {# client} other {# clients}}',
  ownBookings: '{count, plural, one {# réservation} other {# réservations}}',
  ownPayments: '{count, plural, one {# paiement} other {# paiements}}',
  ownPlans: '{count, plural, one {# formule} other {# formules}}',
  ownSchedules: '{count, plural, one {# ligne du planning} other {# lignes du planning}}',
  ownEntries: '{count, plural, one {# contenu} other {# contenus}}',
  ownHint: 'Cela se trouve parmi les données de démonstration et ne peut pas rester sans elles.',
};
