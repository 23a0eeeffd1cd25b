// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/other-browsers.browser.ts
// What browsers and the settings of people do to the console: no storage, no channels, a page that is translated.
import { expect, test } from 'bun:test';
import { MEMBER } from '../../../src/resources/demo-ids.ts';
import { closedAfterEach, testConsole } from './open.ts';

const { open: openAny } = testConsole();
const open = closedAfterEach(openAny);

const PATHS = ['today', 'calendar', 'clients', 'sell', 'settings/sites'];

test.each([
  [
    'storage',
    `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
    get: () => { throw new DOMException('The operation is insecure.', 'SecurityError'); } })`,
  ],
  ['channels', 'delete globalThis.BroadcastChannel'],
])('without %s the console works, and forgets', async (_name, script) => {
  const { page, context, faults } = await open('/livez');
  await context.addInitScript(script);
  for (const path of PATHS) {
    await page.goto(new URL(`/console/${path}`, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await page.getByRole('alert').count()]).toEqual([path, 0]);
  }
  await page
    .getByRole('button', { name: /change location/ })
    .first()
    .click();
  await page.getByRole('menuitemradio').last().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(faults).toEqual([]);
});

/** Puts each text into elements of its own, as a translation by the browser does. */
const TRANSLATE = `(() => {
  const texts = document.createTreeWalker(document.querySelector('#root'), NodeFilter.SHOW_TEXT);
  const all = [];
  while (texts.nextNode()) if (texts.currentNode.data.trim() !== '') all.push(texts.currentNode);
  for (const text of all) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
})()`;

test('a page that the browser has translated is left as any other', async () => {
  const { page, faults } = await open(`/console/clients/${MEMBER}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(TRANSLATE);
  for (const name of ['Today', 'Clients', 'Sell', 'Today']) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click();
    await page.waitForURL(new RegExp(`/${name.toLowerCase()}`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(TRANSLATE);
    expect([name, await page.getByText('This page could not load').count()]).toEqual([name, 0]);
  }
  expect(faults).toEqual([]);
});
