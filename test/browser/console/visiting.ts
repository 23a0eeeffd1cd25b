// People of every role, and what they do in tests of all addresses: they open a page, and look at what it has.
import type { Page, Request } from 'playwright-core';
import type { Overrides, Role } from '../../../src/auth/roles.ts';
import type { testConsole, View } from './open.ts';

interface Person {
  readonly who: string;
  readonly role: Role;
  readonly permissionOverrides: Overrides;
}
/** The roles, and people who may do more or less than their role. */
export const PEOPLE: readonly Person[] = [
  ...(['owner', 'manager', 'front_desk', 'instructor'] as const).map((role) => ({
    who: role,
    role,
    permissionOverrides: { grant: [], revoke: [] },
  })),
  {
    who: 'front_desk who may refund and waive, and neither sell nor change clients',
    role: 'front_desk',
    permissionOverrides: {
      grant: ['payments:refund', 'bookings:waive_penalty'],
      revoke: ['packages:sell', 'clients:write', 'staff:read', 'settings:read'],
    },
  },
  {
    who: 'front_desk who neither books nor checks in, and sees no timetable',
    role: 'front_desk',
    permissionOverrides: {
      grant: [],
      revoke: ['bookings:create', 'bookings:check_in', 'bookings:cancel', 'bookings:no_show', 'schedules:read'],
    },
  },
  {
    who: 'manager who sees neither clients nor bookings',
    role: 'manager',
    permissionOverrides: { grant: [], revoke: ['clients:read', 'bookings:read', 'sessions:write', 'staff:read'] },
  },
];

/** What the frame around each page asks. */
export const OF_THE_FRAME = ['/manage/me', '/manage/live', '/manage/decisions', '/manage/jobs'];
const pathOf = (request: Request): string => new URL(request.url()).pathname;
const isOfInterface = (request: Request): boolean => /^\/(?:v2|manage)\//.test(pathOf(request));

/** Waits until a page shows what it has loaded, and has asked nothing for a while. */
const settle = async (page: Page, lastAt: () => number): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (;;) {
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    if (performance.now() - lastAt() > 300) return;
    await page.waitForTimeout(50);
  }
};

/** A browser with somebody signed in: opens addresses, and says what the page has asked and what was refused. */
export const browserOf = async (
  { server, open }: Pick<ReturnType<typeof testConsole>, 'server' | 'open'>,
  view: View,
) => {
  const { page } = await open('/console/calendar', view);
  let [asked, refused]: [string[], string[]] = [[], []];
  let lastAt = performance.now();
  page.on('request', () => {
    lastAt = performance.now();
  });
  page.on('response', (response) => {
    lastAt = performance.now();
    const request = response.request();
    if (!isOfInterface(request)) return;
    asked.push(pathOf(request));
    if (response.status() >= 400) refused.push(`${response.status()} ${request.method()} ${request.url()}`);
  });
  const visit = async (address: string) => {
    // What the page before asked last is not of this page.
    await page.goto('about:blank');
    [asked, refused] = [[], []];
    await page.goto(new URL(address, server.ready.rootUrl).href);
    await settle(page, () => lastAt);
    return { asked, refused };
  };
  /** Goes on to an address within the page, as its links do. */
  const goOn = async (address: string) => {
    [asked, refused] = [[], []];
    lastAt = performance.now();
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
    await settle(page, () => lastAt);
    return { asked, refused };
  };
  return { page, visit, goOn };
};

/** Whether a page has a button, a link or a radio button. */
export const shows = async (page: Page, name: string | RegExp): Promise<boolean> => {
  for (const role of ['button', 'link', 'radio'] as const) {
    if ((await page.getByRole('main').getByRole(role, { name, exact: true }).count()) > 0) return true;
  }
  return false;
};
/** Whether a page says that the person may not open it. */
export const isForbidden = async (page: Page): Promise<boolean> =>
  (await page.getByRole('heading', { name: 'You do not have access to this page' }).count()) > 0;
