// Each page of the console once, as the owner, who goes from one to the next: bun test ./test/browser/console/each-page.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { MEMBER, SESSIONS } from '../../../src/resources/demo-ids.ts';
import { ADDRESSES, OWN } from './addresses.ts';
import { axeFindings, cutTexts, faultsOf, sidewaysPixels, testConsole } from './open.ts';
import { browserOf } from './visiting.ts';

const opened = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');

/** What a studio has open all day. */
const MAIN = new Set(
  [
    'today',
    'calendar',
    'clients',
    `clients/${MEMBER}/`,
    `sell?client=${MEMBER}`,
    'plans',
    'reports?tab=instructors&range=last-month',
    'settings/booking',
  ].map((path) => `/console/${path}`),
);
const SIZES = [
  { width: 2560, height: 1440, text: 16 },
  { width: 1920, height: 1080, text: 16 },
  { width: 1024, height: 768, text: 16 },
  { width: 768, height: 1024, text: 16 },
  // Text at 200 %.
  { width: 1440, height: 900, text: 32 },
] as const;

/** What does not fit in windows of other sizes. */
const misfits = async (page: Page, path: string): Promise<string[]> => {
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  const look = async ({ width, height, text }: (typeof SIZES)[number] | { width: 1440; height: 900; text: 16 }) => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
    await page.setViewportSize({ width, height });
    // The page is laid out anew, and what looks at its width draws what that asks for.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
  };
  for (const size of SIZES) {
    await look(size);
    const at = `${path} at ${size.width} px, text of ${size.text} px`;
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${at} scrolls sideways by ${sideways} px`);
    for (const cut of await cutTexts(page)) found.push(`${at} cuts ${cut}`);
  }
  await look({ width: 1440, height: 900, text: 16 });
  await session.detach();
  return found;
};

test('each page is accessible, fits its window, the main ones at every size, and leaves no error in the log', async () => {
  const { page, goOn } = await browserOf(opened, { width: 1440 });
  const faults = faultsOf(page, opened.server.ready.rootUrl);
  const found: string[] = [];
  for (const { address } of [...ADDRESSES, OWN]) {
    const path = address(SESSIONS.yin);
    const { refused } = await goOn(path);
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways} px`);
    for (const each of [...refused, ...faults.splice(0), ...(await axeFindings(page))]) found.push(`${path}: ${each}`);
    if (MAIN.delete(path)) found.push(...(await misfits(page, path)));
  }
  expect(found).toEqual([]);
  expect([...MAIN]).toEqual([]);
}, 600_000);
