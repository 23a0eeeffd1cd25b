// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/languages.browser.ts
// Every page of the console in every language on a phone: no word is cut off, and nothing scrolls sideways.
import { expect, test } from 'bun:test';
import { SESSIONS } from '../../../src/resources/demo-ids.ts';
import { CUT_OFF } from '../pseudo/words.ts';
import { ADDRESSES, OWN } from './addresses.ts';
import { sidewaysPixels, testConsole } from './open.ts';
import { browserOf } from './visiting.ts';

const opened = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s no word is cut off at 390 px',
  async (locale) => {
    const { page, visit } = await browserOf(opened, { width: 390, locale });
    const found: string[] = [];
    for (const { address } of [...ADDRESSES, OWN]) {
      const path = address(SESSIONS.yin);
      await visit(path);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      const sideways = await sidewaysPixels(page);
      if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways} px`);
      for (const each of await page.evaluate<string[]>(CUT_OFF)) found.push(`${path}: ${each}`);
    }
    expect(found).toEqual([]);
  },
  240_000,
);

test('in German, a refusal of the server is German', async () => {
  const { page, context, faults } = await opened.open('/console/staff', { locale: 'de-DE' });
  await page.getByRole('button', { name: /^Einladen/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Vorname').fill('Olga');
  await dialog.getByLabel('Nachname').fill('Grant');
  await dialog.getByLabel('E-Mail').fill('olivia@demo-studio.example');
  await dialog.getByRole('button', { name: 'Einladen', exact: true }).click();
  await dialog.getByText('Diese E-Mail-Adresse hat schon jemand im Team.').waitFor();
  expect(await dialog.getByLabel('Nachname').inputValue()).toBe('Grant');
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await context.close();
});
