// Each page for members and strangers in the longest languages: bun test ./test/browser/member/every-page.browser.ts
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sidewaysPixels } from '../console/open.ts';
import { addressesOf, CLOCK, MEMBERS, STRANGERS } from './addresses.ts';
import { testMember } from './open.ts';

const { open, server } = testMember('--clock', CLOCK);

/** What is wrong with the shape of a page: its headings, its buttons, and words that are cut off. */
const SHAPE = `(() => {
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1;
  const wrong = [];
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((each) => each.checkVisibility());
  const titles = headings.filter(({ tagName }) => tagName === 'H1').length;
  if (titles !== 1) wrong.push(titles + ' titles');
  headings.reduce((above, each) => {
    const level = Number(each.tagName[1]);
    if (level > above + 1) wrong.push('the heading ' + each.textContent + ' is too deep');
    return level;
  }, 0);
  for (const each of [...document.querySelectorAll('.button, .chip, .tabbar a')].filter(shown)) {
    const { height } = each.getBoundingClientRect();
    if (each.matches('.button') && height > 76) wrong.push('the button ' + each.textContent + ' has more than two lines');
    if (each.scrollWidth > each.clientWidth + 1) wrong.push(each.textContent + ' is wider than its place');
  }
  if ([...document.querySelectorAll('[data-variant="primary"]')].filter(shown).length > 1) wrong.push('two filled buttons');
  return wrong;
})()`;

const findings = async (page: Page, paths: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const path of await addressesOf(server, paths)) {
    await page.goto(new URL(path, server.ready.rootUrl).href);
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways}`);
    for (const each of await page.evaluate<string[]>(SHAPE)) found.push(`${path}: ${each}`);
  }
  return found;
};

test.each(['de-DE', 'fr-FR'])(
  'in %s each page fits a phone, has one title, headings in order, and at most one filled button',
  async (locale) => {
    const stranger = await open('/book/terms', { clientId: null, width: 390, locale });
    expect(await findings(stranger.page, STRANGERS)).toEqual([]);
    const member = await open('/book/terms', { width: 390, locale });
    expect(await member.page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    expect(await findings(member.page, MEMBERS)).toEqual([]);
  },
  240_000,
);

test('with large letters, and on a screen of 320 px, nothing scrolls sideways', async () => {
  for (const width of [390, 320]) {
    const { page } = await open('/book/terms', { width, locale: 'de-DE' });
    if (width === 390)
      await page.addInitScript(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })",
      );
    const found = await findings(page, MEMBERS);
    expect(found.filter((each) => each.includes('sideways'))).toEqual([]);
  }
}, 240_000);
