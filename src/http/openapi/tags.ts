import type { Node } from './json.ts';

/** What each family is, in the order in which the reference shows them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Health: 'What this service is and how it fares. No credential is needed.',
  Clients: 'The people who come. Deleting archives.',
  Bookings: 'A place of a client in a session, or a place in its waiting list.',
  Sessions: 'The classes on the calendar, made from schedules. One by one they are changed under /manage.',
  Payments: 'What was paid, and refunds.',
  Packages: 'Credits, memberships and unlimited plans of clients.',
  'Check-ins': 'Who was where, and when.',
  Sites: 'Locations and studios, physical or digital. Deleting archives.',
  Staff: 'Who works here, with roles.',
  Instructors: 'Staff who teach: another view of the same people.',
  Schedules: 'The recurring timetable, from which sessions are made by the wall clock of its zone.',
  Settings: 'How booking, payment, notification and membership behave, for the brand and for a site.',
  Webhooks: 'Endpoints that are told of events, their deliveries and their secrets.',
  Member: 'What members do for themselves, with the ID token of the provider they sign in with.',
  Credentials: 'API keys and OAuth clients of integrations.',
  'Member links': 'Which client a person is who signs in.',
  Plans: 'What can be sold.',
  'Moving in and out': 'Files of records: from another system, and out of this one.',
  Events: 'What endpoints receive.',
};

/** The names of all described families. */
export const describedTags: readonly string[] = Object.keys(DESCRIPTIONS);

/** The tags that operations use, described, in order. */
export const tagsOf = (used: ReadonlySet<string>): Node[] =>
  Object.entries(DESCRIPTIONS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
