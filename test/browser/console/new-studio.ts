// A studio that is set up in the browser, and what the console has no pages for yet: these things are sent with the session of
// the person who is signed in.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Server, until } from '../../helpers/process.ts';
import type { Hands } from './hands.ts';

/** Of everybody in the new studio. */
export const PASSWORD = 'tide rope lantern oak';

const MINUTE_MS = 60_000;
/** Sends a request with the session of the person who is signed in on a page. */
export const sendAs = async <Body = { id: string }>(
  page: Page,
  method: string,
  path: string,
  data?: object,
): Promise<Body> => {
  const { origin } = new URL(page.url());
  const headers = { 'X-Studiod-Console': '1', origin };
  const response = await page.request.fetch(origin + path, {
    method,
    headers,
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Body;
};

/** The link that the first start prints. */
export const linkOf = async (server: Server): Promise<string> => {
  const read = () => /https?:\/\/\S+\/console\/setup#\S+/.exec(server.errSoFar())?.[0];
  await until(() => read() !== undefined);
  return read() ?? '';
};

/** Sets the studio up by its link. `look` is called where a page is as somebody sees it. */
export const setUp = async (
  { page, write, press }: Hands,
  link: string,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> => {
  const button = (name: string) => page.getByRole('button', { name });
  await page.goto(link);
  await write(page.getByLabel('First name'), 'Olivia');
  await write(page.getByLabel('Last name'), 'Grant');
  await write(page.getByLabel('Email'), 'olivia@harbour.example');
  await write(page.getByLabel('Password', { exact: true }), PASSWORD);
  await press(button('Continue'));
  await write(page.getByRole('textbox', { name: 'Name' }), 'Harbour Yoga');
  await press(button('Continue'));
  await write(page.getByLabel('Location name'), 'Pier 4');
  await look(page);
  await press(button('Open your studio'));
  await page.waitForURL(/\/console\/today/);
  await page.getByText('Welcome, Olivia').filter({ visible: true }).first().waitFor();
  await look(page);
};

interface Imported {
  readonly created: number;
  readonly results: readonly { readonly id: string }[];
}

/** Sends rows as a page for imports would. Returns the ids of their records. */
const importRows = async (page: Page, family: string, rows: readonly object[]): Promise<readonly string[]> => {
  const { created, results } = await sendAs<Imported>(page, 'POST', `/manage/imports?family=${family}`, rows);
  expect(created).toBe(rows.length);
  return results.map(({ id }) => id);
};

/** Invites somebody to the front desk. Returns the link. */
export const inviteToDesk = async (page: Page, firstName: string, lastName: string): Promise<string> => {
  const person = { firstName, lastName, email: `${firstName}@harbour.example`.toLowerCase(), role: 'front_desk' };
  return (await sendAs<{ link: string }>(page, 'POST', '/manage/staff/invitations', { person })).link;
};

const CLIENTS = ['Ada Moss', 'Bela Novak', 'Carla Reyes', 'Dario Ferri', 'Edda Lund'];

/** Brings the studio what it had elsewhere: clients, plan, instructors, fees, the classes of the day. */
export const moveIn = async (page: Page): Promise<void> => {
  const { sites } = await sendAs<{ sites: { id: string }[] }>(page, 'GET', '/manage/me');
  const siteId = sites[0]?.id ?? '';
  await sendAs(page, 'PATCH', '/v2/settings', {
    booking: {
      waitlistPromotionMode: 'confirmation_window',
      waitlistConfirmationMinutes: 15,
      waitlistCutoffMinutes: 0,
    },
    payment: { lateCancelFee: 1500, noShowFee: 1500, feesApplyTo: 'all' },
  });
  const plan = { name: 'Ten classes', type: 'credit_pack', price: 15_000, currency: 'USD', creditsTotal: 10 };
  await sendAs(page, 'POST', '/manage/plans', { ...plan, validityDays: 90 });
  const [ana, ben] = await Promise.all(
    ['Ana Silva', 'Ben Ito'].map(async (name) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      const email = `${firstName}@harbour.example`.toLowerCase();
      const person = { firstName, lastName, email, role: 'instructor', isInstructor: true, siteIds: [siteId] };
      return (await sendAs(page, 'POST', '/v2/staff', person)).id;
    }),
  );
  const clients = await importRows(
    page,
    'clients',
    CLIENTS.map((name) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      const email = `${firstName}@client.example`.toLowerCase();
      return { externalId: email, firstName, lastName, email, homeLocationId: siteId };
    }),
  );
  const at = (minutes: number) => ({ startTime: new Date(Date.now() + minutes * MINUTE_MS).toISOString() });
  const shared = { siteId, type: 'class', durationMinutes: 45 };
  const ended = { ...shared, ...at(-60), name: 'Dawn Ride', instructorId: ana, capacity: 8 };
  const [dawn] = await importRows(page, 'sessions', [ended]);
  const bookedAt = new Date(Date.now() - 24 * 60 * MINUTE_MS).toISOString();
  const booking = { externalId: 'dawn-1', sessionId: dawn, clientId: clients[4], status: 'confirmed', bookedAt };
  await importRows(page, 'bookings', [booking]);
  for (const session of [
    { ...at(40), name: 'Vinyasa Flow', instructorId: ana, roomName: 'Studio A', capacity: 2 },
    { ...at(150), name: 'Evening Yin', instructorId: ana, roomName: 'Studio B', capacity: 8 },
  ]) {
    await sendAs(page, 'POST', '/manage/sessions', { ...shared, ...session });
  }
  expect(ben).toBeString();
};
