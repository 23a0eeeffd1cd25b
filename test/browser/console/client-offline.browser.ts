// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-offline.browser.ts
// The page of a client without a connection: a check-in without a booking is kept and sent once.
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { axeFindings, closedAfterEach, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open: openAny } = testConsole();
const open = closedAfterEach(openAny);
const { elsewhere, newClient } = peopleOf(server);
const VISIT = /\/v2\/checkins$/;
const KEPT = '1 check-in is saved and will be sent when you are back online.';
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /sent/ });

let made = 0;
let clientId = '';
const name = () => `Cleo Line${made}`;
const came = async () => (await server.call('GET', `/v2/checkins?client_id=${clientId}`)).body.data;
const openClient = async (view: View = {}) => {
  made += 1;
  clientId = await newClient(name());
  const opened = await open(`/console/clients/${clientId}`, { siteId: SITES.downtown, ...view });
  const button = opened.page.getByRole('button', { name: 'Check in', exact: true });
  await button.waitFor();
  const sent: (string | undefined)[] = [];
  opened.context.on('request', (request) => {
    if (request.method() === 'POST' && VISIT.test(request.url())) sent.push(request.headers()['idempotency-key']);
  });
  return { ...opened, button, sent };
};
const waits = (page: Page) => page.getByText('No connection. It will be sent later.');

test('a check-in is kept over a reload, and sent once with the time of the press', async () => {
  const { page, context, button, sent } = await openClient();
  await context.setOffline(true);
  await button.click();
  await bar(page).getByText(KEPT).waitFor();
  await waits(page).waitFor();
  expect(await button.isDisabled()).toBe(true);
  await context.route(VISIT, (route) => route.abort());
  await context.setOffline(false);
  const [kept] = await page.evaluate<{ at: string }[]>("JSON.parse(localStorage.getItem('studiod.desk.kept'))");
  await page.reload();
  await waits(page).waitFor();
  await context.unroute(VISIT);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await bar(page).waitFor({ state: 'hidden' });
  await waits(page).waitFor({ state: 'hidden' });
  const [checkin, ...others] = await came();
  expect([others, new Set(sent).size, checkin.source]).toEqual([[], 1, 'staff']);
  expect(checkin.checkedInAt).toBe(String(kept?.at));
  expect(await page.evaluate("localStorage.getItem('studiod.desk.kept')")).toBeNull();
});

test('a check-in that the rules refuse is said with its reason, and the client may be let in', async () => {
  const { page, context, button } = await openClient();
  await context.setOffline(true);
  await button.click();
  await bar(page).getByText(KEPT).waitFor();
  await elsewhere('PATCH', `/v2/clients/${clientId}`, { status: 'suspended' });
  await context.setOffline(false);
  const refused = page.getByRole('alert').filter({ hasText: `${name()}’s check-in at` });
  await refused.getByText(/was refused: \S/).waitFor();
  expect(await came()).toMatchObject([{ status: 'invalid' }]);
  await refused.getByRole('button', { name: 'Close' }).click();
  await refused.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Check-ins' }).click();
  await page.getByRole('button', { name: /^Let/ }).waitFor();
});

test('a check-in that is undone is not sent', async () => {
  const { page, context, button, sent } = await openClient();
  await context.setOffline(true);
  await button.click();
  await bar(page).getByText(KEPT).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await waits(page).waitFor({ state: 'hidden' });
  const tried = sent.length;
  await context.setOffline(false);
  await page.getByText('Check-ins are saved and sent later.').waitFor({ state: 'hidden' });
  expect([await came(), sent.length]).toEqual([[], tried]);
});

test('a check-in whose response was lost is found out when the connection is back', async () => {
  const { page, context, button } = await openClient();
  await context.route(
    VISIT,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button.click();
  await until(async () => (await page.evaluate("localStorage.getItem('studiod.desk.kept')")) !== null);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await bar(page).waitFor({ state: 'hidden' });
  expect(await came()).toHaveLength(1);
});

test.each(VIEWS)('what waits is said accessibly at $width px, $theme', async (view) => {
  const { page, context, button } = await openClient(view);
  await context.setOffline(true);
  await button.click();
  await waits(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
