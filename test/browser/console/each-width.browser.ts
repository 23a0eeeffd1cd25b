// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/each-width.browser.ts
import { expect, test } from 'bun:test';
import { SESSIONS } from '../../../src/resources/demo-ids.ts';
import { ADDRESSES, OWN } from './addresses.ts';
import { axeFindings, testConsole } from './open.ts';
import { misfits } from './sizes.ts';
import { browserOf } from './visiting.ts';

const opened = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');

test('each page is accessible and fits at every width, and with text of twice the size', async () => {
  const { page, goOn } = await browserOf(opened, { width: 1440 });
  const found: string[] = [];
  for (const { address } of [...ADDRESSES, OWN]) {
    const path = address(SESSIONS.yin);
    await goOn(path);
    found.push(...(await misfits(page, path, axeFindings)));
  }
  expect(found).toEqual([]);
}, 900_000);

const TABS = 'nav.tabbar';
test.each(['timetable/new', 'integrations/webhooks/new', 'plans/new'])(
  'on a phone the act of the form at %s stands above the tabs',
  async (path) => {
    const { page } = await opened.open(`/console/${path}`, { width: 390 });
    const act = page.locator('.dry-act .button').last();
    await act.waitFor();
    const [tabs, button] = await Promise.all([page.locator(TABS).boundingBox(), act.boundingBox()]);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  },
);
