// Each page of the console once, as the owner, who goes from one to the next: bun test ./test/browser/console/each-page.browser.ts
import { expect, test } from 'bun:test';
import { MEMBER, SESSIONS } from '../../../src/resources/demo-ids.ts';
import { testsEverything } from '../../helpers/everything.ts';
import { ADDRESSES, OWN } from './addresses.ts';
import { axeFindings, faultsOf, sidewaysPixels, testConsole } from './open.ts';
import { misfits } from './sizes.ts';
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
test('each page is accessible, fits its window, the main ones in both themes and at every size, and leaves no error in the log', async () => {
  const { page, goOn } = await browserOf(opened, { width: 1440 });
  const faults = faultsOf(page, opened.server.ready.rootUrl);
  const found: string[] = [];
  for (const { address } of [...ADDRESSES, OWN]) {
    const path = address(SESSIONS.yin);
    const { refused } = await goOn(path);
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways} px`);
    const isMain = MAIN.delete(path);
    const findings = await axeFindings(page, isMain || testsEverything ? 'both' : 'own');
    for (const each of [...refused, ...faults.splice(0), ...findings]) found.push(`${path}: ${each}`);
    if (isMain) found.push(...(await misfits(page, path)));
  }
  expect(found).toEqual([]);
  expect([...MAIN]).toEqual([]);
}, 600_000);
