// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/pseudo/member.browser.ts
import { expect, test } from 'bun:test';
import { addressesOf, CLOCK, MEMBERS, STRANGERS } from '../member/addresses.ts';
import { memberPagesOf } from '../member/open.ts';
import { IN_PSEUDO, testPseudo } from './open.ts';
import { faultsOfPage } from './words.ts';

const { open, server } = memberPagesOf(testPseudo('--clock', CLOCK).server);

test.each([
  { who: 'a visitor', clientId: null, paths: STRANGERS },
  { who: 'a member', clientId: undefined, paths: MEMBERS },
])(
  'for $who no page has a word from outside the catalogue, or one without room',
  async ({ clientId, paths }) => {
    const { page } = await open('/book/terms', { ...IN_PSEUDO, ...(clientId === null ? { clientId } : {}) });
    expect(await page.locator('html').getAttribute('lang')).toBe(IN_PSEUDO.locale);
    const found: string[] = [];
    for (const path of await addressesOf(server, paths)) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const each of await faultsOfPage(page)) found.push(`${path}: ${each}`);
    }
    expect(found).toEqual([]);
  },
  600_000,
);
