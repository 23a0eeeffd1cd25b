// A few pages in the language of tests, for each change: bun test ./test/browser/pseudo/short.browser.ts
// The other files of the folder open every page; scripts/prove runs them.
import { expect, test } from 'bun:test';
import { MEMBER, SESSIONS } from '../../../src/resources/demo-ids.ts';
import { consoleOf } from '../console/open.ts';
import { browserOf } from '../console/visiting.ts';
import { IN_PSEUDO, testPseudo } from './open.ts';
import { faultsOfPage } from './words.ts';

const opened = consoleOf(testPseudo('--clock', 'fixed:2026-03-05T15:00:00Z').server, ({ rootUrl }) => rootUrl);

const STAFF = [
  '/console/today',
  `/console/sessions/${SESSIONS.yin}`,
  `/console/clients/${MEMBER}/`,
  `/console/sell?client=${MEMBER}`,
  '/console/settings/booking',
  '/console/integrations/keys/new',
];
const VISITORS = ['/book', '/book/plans', '/book/sign-in', '/console/sign-in', '/console/invitation'];

test('no word comes from outside the catalogue, and none is cut off on a phone', async () => {
  const { page, goOn } = await browserOf(opened, IN_PSEUDO);
  const found: string[] = [];
  const look = async (path: string): Promise<void> => {
    expect(await page.locator('html').getAttribute('lang')).toBe(IN_PSEUDO.locale);
    for (const each of await faultsOfPage(page)) found.push(`${path}: ${each}`);
  };
  for (const path of STAFF) {
    await goOn(path);
    await look(path);
  }
  await page.context().clearCookies();
  for (const path of VISITORS) {
    await page.goto(new URL(path, opened.server.ready.rootUrl).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(path);
  }
  expect(found).toEqual([]);
}, 120_000);
