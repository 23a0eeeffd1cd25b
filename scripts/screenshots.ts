// Takes the pictures of the pages, from a fresh demo studio, and of the mails: bun scripts/screenshots.ts [NAME..]
// Each name is that of a picture, or how the names of several begin.
import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { BOOKINGS, CHALLENGES, ENTRIES, PLANS, SCHEDULES, SESSIONS } from '../src/resources/demo-ids.ts';
import { launchBrowser } from '../test/browser/launch.ts';
import { newFolder, removeFolder, startServer } from '../test/helpers/process.ts';
import { takeMailPictures } from './recording/mail-pictures.ts';

const folder = resolve(import.meta.dir, '../docs/screenshots');
/** The most bytes of a picture. */
const MOST = 150_000;
/** A Friday afternoon in New York, where the demo studio is: classes have been, one runs, and others follow. */
const CLOCK = 'fixed:2026-11-27T22:42:00Z';
/** A class with people and a waitlist begins later: the page says before what that does. */
const LATER = 'was=2026-11-30&date=2026-11-30&time=18:45';

const names = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.some((begin) => name.startsWith(begin));

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  readonly theme?: 'dark';
  /** Who is signed in: by default the owner, in the console; null for nobody. */
  readonly role?: 'member' | null;
  /** The token of the kiosk that the browser is. */
  readonly kioskToken?: string;
}

/** Each page for members on a phone, light and dark, and on a wide screen. */
const membersPictures = (bookedId: string, freeId: string): readonly Picture[] =>
  [
    { name: 'member-timetable', path: '/book?day=2026-11-28' },
    { name: 'member-class', path: `/book/class/${freeId}` },
    { name: 'member-book', path: `/book/class/${freeId}/book` },
    { name: 'member-classes', path: '/book/me' },
    { name: 'member-cancel', path: `/book/me/bookings/${bookedId}/cancel` },
    { name: 'member-buy', path: `/book/plans/${PLANS.tenClasses}/buy` },
    { name: 'member-library', path: '/book/library' },
    { name: 'member-player', path: '/book/library/morning-flow-at-home' },
    { name: 'member-challenge', path: `/book/challenges/${CHALLENGES.spring}` },
    { name: 'member-account', path: '/book/me/account' },
    { name: 'member-sign-in', path: '/book/sign-in', role: null },
  ].flatMap((picture): Picture[] => {
    const shown = { ...picture, role: picture.role === null ? null : 'member' } as const;
    return [
      shown,
      { ...shown, name: `${picture.name}-phone`, width: 390 },
      { ...shown, name: `${picture.name}-phone-dark`, width: 390, theme: 'dark' },
    ];
  });

const picturesOf = (ids: Record<'clientId' | 'kioskToken' | 'bookedId' | 'freeId', string>): readonly Picture[] => [
  { name: 'today', path: '/console/today' },
  { name: 'today-dark', path: '/console/today', theme: 'dark' },
  { name: 'today-phone', path: '/console/today', width: 390 },
  { name: 'calendar', path: '/console/calendar' },
  { name: 'session', path: `/console/sessions/${SESSIONS.vinyasa}` },
  { name: 'clients', path: '/console/clients' },
  { name: 'client', path: `/console/clients/${ids.clientId}` },
  { name: 'sell', path: `/console/sell?client=${ids.clientId}` },
  { name: 'timetable', path: '/console/timetable' },
  { name: 'timetable-change', path: `/console/timetable/${SCHEDULES.strength}/change?${LATER}` },
  { name: 'content-entry', path: `/console/content/entries/${ENTRIES.morningFlow}` },
  { name: 'account', path: '/console/account' },
  { name: 'plans', path: '/console/plans' },
  { name: 'payments', path: '/console/payments' },
  { name: 'checkins', path: '/console/checkins' },
  { name: 'content', path: '/console/content' },
  { name: 'engagement', path: '/console/engagement' },
  { name: 'reports', path: '/console/reports' },
  { name: 'reports-phone', path: '/console/reports', width: 390 },
  { name: 'staff', path: '/console/staff' },
  { name: 'integrations', path: '/console/integrations' },
  { name: 'data', path: '/console/data' },
  { name: 'system', path: '/console/system' },
  { name: 'settings-theme', path: '/console/settings/theme' },
  { name: 'settings-booking', path: '/console/settings/booking' },
  { name: 'book', path: '/book?day=2026-11-28', role: null },
  { name: 'book-phone', path: '/book?day=2026-11-28', role: null, width: 390 },
  ...membersPictures(ids.bookedId, ids.freeId),
  { name: 'settings-mails', path: '/console/settings/mails' },
  { name: 'settings-texts', path: '/console/settings/mails?part=texts' },
  { name: 'kiosk', path: '/console/kiosk', role: null, kioskToken: ids.kioskToken },
  { name: 'sign-in', path: '/console/sign-in', role: null },
  { name: 'docs', path: '/docs', role: null },
];

interface Place {
  readonly rootUrl: string;
  /** The zone of the site: somewhere else its pages say that its times are not those of the reader. */
  readonly timezoneId: string;
}

const take = async (browser: Browser, { rootUrl, timezoneId }: Place, picture: Picture): Promise<void> => {
  const { name, path, width = 1440, theme = 'light', role = 'owner', kioskToken } = picture;
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: theme,
    locale: 'en-US',
    timezoneId,
  });
  if (role !== null) await context.request.post(`${rootUrl}/sandbox/sign-in`, { data: { role } });
  if (kioskToken !== undefined) {
    await context.addInitScript(`localStorage.setItem('studiod.kiosk', '${kioskToken}')`);
  }
  const page = await context.newPage();
  await page.goto(new URL(path, rootUrl).href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Until nothing is loading: the stream of changes never ends, so the network is never idle.
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(1_000);
  const file = resolve(folder, `${name}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 80 });
  await context.close();
  const { size } = statSync(file);
  console.log(`${name.padEnd(30)} ${Math.ceil(size / 1000)} kB`);
  if (size > MOST) throw new Error(`${name}.jpg has more than ${MOST / 1000} kB`);
};

const cwd = newFolder();
const server = await startServer({ cwd }, 'sandbox', '--clock', CLOCK);
const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  const { rootUrl, clientId, siteId } = server.ready;
  const { body: kiosk } = await server.call('POST', '/manage/kiosks', { name: 'Front door', siteId, pin: '2468' });
  // The clock stands still, so that a member may open as many pages as there are pictures.
  await server.call('PATCH', '/v2/settings', { brand: { memberTier: 'pro' } });
  const { body: free } = await server.call('GET', '/public-api/v2/timetable?from=2026-11-28&to=2026-11-30&limit=50');
  const freeId = free.data.find((each: { availability: string }) => each.availability === 'available').id;
  const own = { bookedId: BOOKINGS.ofMember, freeId };
  const ids = { clientId, kioskToken: kiosk.token, ...own };
  const { body: site } = await server.call('GET', `/v2/sites/${siteId}`);
  for (const picture of picturesOf(ids).filter(({ name }) => isWanted(name))) {
    await take(browser, { rootUrl, timezoneId: site.timezone }, picture);
  }
  await takeMailPictures(browser, folder, isWanted, MOST);
} finally {
  await browser.close();
  await server.stop();
  removeFolder(cwd);
}
