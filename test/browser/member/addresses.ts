// The addresses of the pages for members, at the clock of `CLOCK`.

import {
  BOARDS,
  BOOKINGS,
  CHALLENGES,
  GOALS,
  METHODS,
  PACKAGES,
  PAYMENTS,
  PLANS,
} from '../../../src/resources/demo-ids.ts';
import type { testServer } from '../../helpers/process.ts';

type Server = ReturnType<typeof testServer>;

/** An evening of the demo studio with a class that has a free seat, and a full one. */
export const CLOCK = 'fixed:2026-11-27T22:42:00Z';

const FREE = 'free';
const FULL = 'full';

/** The pages of the table of the design, for strangers. */
export const STRANGERS = [
  '/book',
  '/book/week',
  `/book/class/${FREE}`,
  `/book/class/${FULL}`,
  '/book/plans',
  '/book/terms',
  '/book/sign-in',
  '/book/sign-up',
  '/book/offline',
  '/book/nowhere',
  '/book?embed=timetable',
  '/book/plans?embed=plans',
  `/book/class/${FREE}?embed=timetable`,
] as const;

/** The same for members. */
export const MEMBERS = [
  '/book',
  '/book/week?q=flow',
  `/book/class/${FREE}`,
  `/book/class/${FREE}/book`,
  `/book/class/${FULL}`,
  `/book/class/${FULL}/book`,
  `/book/me/bookings/${BOOKINGS.ofMember}?new`,
  `/book/me/bookings/${BOOKINGS.ofMember}`,
  `/book/me/bookings/${BOOKINGS.ofMember}/cancel`,
  `/book/me/bookings/${BOOKINGS.ofMember}/guests`,
  `/book/me/bookings/${BOOKINGS.offeredToMember}`,
  '/book/me',
  '/book/me/past',
  '/book/plans',
  `/book/plans/${PLANS.tenClasses}/buy`,
  '/book/library',
  '/book/library?q=zzz',
  '/book/library/morning-flow-at-home',
  '/book/challenges',
  `/book/challenges/${CHALLENGES.spring}`,
  `/book/challenges/${CHALLENGES.steps}`,
  `/book/challenges/${CHALLENGES.spring}/board`,
  `/book/challenges/${CHALLENGES.spring}/goals/${GOALS.walk}`,
  '/book/boards',
  `/book/boards/${BOARDS.visits}`,
  '/book/me/awards',
  '/book/me/account',
  ...['profile', 'cards', 'cards/add', 'receipts', `receipts/${PAYMENTS.tenClasses}`].map(
    (each) => `/book/me/account/${each}`,
  ),
  ...['email', `cards/${METHODS.visa}/default`, `cards/${METHODS.visa}/remove`].map(
    (each) => `/book/me/account/${each}`,
  ),
  ...['mails', 'privacy', 'devices', 'data'].map((each) => `/book/me/account/${each}`),
  '/book/me/passes',
  `/book/me/passes/${PACKAGES.tenClasses}`,
  `/book/me/passes/${PACKAGES.tenClasses}/pause`,
  `/book/me/passes/${PACKAGES.tenClasses}/card`,
] as const;

const classIds = async (server: Server): Promise<Readonly<Record<string, string>>> => {
  const { body } = await server.call('GET', '/public-api/v2/timetable?from=2026-11-27&to=2026-11-30&limit=50');
  const classes: { id: string; availability: string; startTime: string }[] = body.data;
  const ahead = classes.filter(({ startTime }) => startTime > '2026-11-27T23:15');
  const idOf = (availability: string) => ahead.find((each) => each.availability === availability)?.id ?? '';
  return { [FREE]: idOf('available'), [FULL]: idOf('waitlist') };
};

/** The addresses with the ids of a class that can be booked, and of a full class. */
export const addressesOf = async (server: Server, paths: readonly string[]): Promise<string[]> => {
  const ids = await classIds(server);
  return paths.map((path) => path.replace(/\b(?:free|full)\b/, (word) => ids[word] ?? word));
};
