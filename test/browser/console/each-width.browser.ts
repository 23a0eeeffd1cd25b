// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/each-width.browser.ts
import { expect, test } from 'bun:test';
import { SESSIONS } from '../../../src/resources/demo-ids.ts';
import { ADDRESSES, OWN } from './addresses.ts';
import { axeFindings, testConsole } from './open.ts';
import { misfits } from './sizes.ts';
import { browserOf } from './visiting.ts';

const opened = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');

/** So many pages at once that a part ends within minutes. */
const PART = 8;
const PAGES = [...ADDRESSES, OWN];
const PARTS = Array.from({ length: Math.ceil(PAGES.length / PART) }, (_, at) => ({
  part: at + 1,
  pages: PAGES.slice(at * PART, (at + 1) * PART),
}));

test.each(PARTS)(
  'each page is accessible and fits at every width, and with text of twice the size, part $part',
  async ({ pages }) => {
    const { page, goOn } = await browserOf(opened, { width: 1440 });
    const found: string[] = [];
    for (const { address } of pages) {
      const path = address(SESSIONS.yin);
      await goOn(path);
      found.push(...(await misfits(page, path, axeFindings)));
    }
    expect(found).toEqual([]);
    await page.context().close();
  },
  300_000,
);

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
