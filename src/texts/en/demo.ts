/** The demo data with which a studio may begin. */
export const demo = {
  notice: 'You are looking at demo data',
  noticeText: 'People, classes and sales are made up. Remove them before you begin.',
  remove: 'Remove demo data',
  question: 'Remove the demo data?',
  reading: 'Looking at what would go…',
  goes: '{clients, plural, one {# client} other {# clients}}, {sessions, plural, one {# class} other {# classes}}, {bookings, plural, one {# booking} other {# bookings}} and {payments, plural, one {# payment} other {# payments}} go, with the timetable, the plans, the content and the made-up team.',
  stays:
    'You stay, with everybody who has signed in or was invited, your settings, your first site, API keys and webhooks. It cannot be undone.',
  own: 'Also remove what was added since: {added}',
  ownClients: '{count, plural, one {# client} other {# clients}}',
  ownBookings: '{count, plural, one {# booking} other {# bookings}}',
  ownPayments: '{count, plural, one {# payment} other {# payments}}',
  ownPlans: '{count, plural, one {# plan} other {# plans}}',
  ownSchedules: '{count, plural, one {# row of the timetable} other {# rows of the timetable}}',
  ownEntries: '{count, plural, one {# entry of the library} other {# entries of the library}}',
  ownHint: 'They are among the demo data and cannot stay without them.',
};
