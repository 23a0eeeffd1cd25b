/** The demo data with which a studio may begin. */
export const demo = {
  notice: 'Sie sehen Demodaten',
  noticeText: 'Leute, Kurse und Verkäufe sind erfunden. Entfernen Sie sie, bevor Sie beginnen.',
  remove: 'Demodaten entfernen',
  question: 'Die Demodaten entfernen?',
  reading: 'Wird nachgesehen, was entfernt würde …',
  goes: 'Entfernt werden {clients, plural, one {# Person} other {# Personen}}, {sessions, plural, one {# Kurs} other {# Kurse}}, {bookings, plural, one {# Buchung} other {# Buchungen}} und {payments, plural, one {# Zahlung} other {# Zahlungen}}, dazu Kursplan, Tarife, Inhalte und das erfundene Team.',
  stays:
    'Es bleiben Sie und alle, die sich angemeldet haben oder eingeladen wurden, Ihre Einstellungen, Ihr erster Standort, API-Schlüssel und Webhooks. Das lässt sich nicht rückgängig machen.',
  own: 'Auch entfernen, was seither hinzukam: {added}',
  ownClients: '{count, plural, one {# Person} other {# Personen}}',
  ownBookings: '{count, plural, one {# Buchung} other {# Buchungen}}',
  ownPayments: '{count, plural, one {# Zahlung} other {# Zahlungen}}',
  ownPlans: '{count, plural, one {# Tarif} other {# Tarife}}',
  ownSchedules: '{count, plural, one {# Eintrag im Kursplan} other {# Einträge im Kursplan}}',
  ownEntries: '{count, plural, one {# Inhalt} other {# Inhalte}}',
  ownHint: 'Es steht zwischen den Demodaten und kann ohne sie nicht bleiben.',
};
