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

/** Words of which a line holds a few letters, and what a thumb may miss: a link or a button of less than 44 px that stands alone. */
const CRAMPED = `(() => {
  const wrong = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    if (text.data.trim() === '' || !text.parentElement.checkVisibility()) continue;
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 4);
    if (lines.length > 2 && Math.max(...lines.map(({ width }) => width)) < 42) wrong.push('a few letters a line: ' + text.data.trim());
  }
  return wrong;
})()`;
const SMALL = `(() => {
  const wrong = [];
  for (const each of document.querySelectorAll('.offer-bar a, .top a, .facts a, .sites summary, .goal .link, .button, .chip')) {
    if (!each.checkVisibility() || getComputedStyle(each, '::after').position === 'absolute') continue;
    const { width, height } = each.getBoundingClientRect();
    if (width > 1 && (width < 43.5 || height < 43.5)) wrong.push(each.textContent.trim() + ' is ' + width + ' x ' + height);
  }
  return wrong;
})()`;

const lookAt = async (page: Page, paths: readonly string[], script: string): Promise<string[]> => {
  const found: string[] = [];
  for (const path of await addressesOf(server, paths)) {
    await page.goto(new URL(path, server.ready.rootUrl).href);
    for (const each of await page.evaluate<string[]>(script)) found.push(`${path}: ${each}`);
  }
  return found;
};

test('what is pressed has 44 px on a phone, and with text of twice the size words keep their lines', async () => {
  const { page } = await open('/book/terms', { width: 390 });
  expect(await lookAt(page, MEMBERS, SMALL)).toEqual([]);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  expect(await lookAt(page, MEMBERS, CRAMPED)).toEqual([]);
}, 240_000);

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
