import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { exampleMail } from '../../test/helpers/letters.ts';

const KINDS = [
  ['mail-booked', 'booking_confirmed', 'en-GB'],
  ['mail-receipt', 'receipt', 'de'],
  ['mail-summary', 'daily_summary', 'en-GB'],
] as const;

/** Takes the pictures of mails, at 600 and 390 pixels, light and dark. @param isWanted by the name of a picture @param most its bytes */
export const takeMailPictures = async (
  browser: Browser,
  folder: string,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<void> => {
  for (const [kindName, kind, locale] of KINDS) {
    for (const width of [600, 390]) {
      for (const theme of ['light', 'dark'] as const) {
        const name = [kindName, ...(width === 390 ? ['phone'] : []), ...(theme === 'dark' ? [theme] : [])].join('-');
        if (!isWanted(name)) continue;
        const context = await browser.newContext({ viewport: { width, height: 400 }, colorScheme: theme });
        const page = await context.newPage();
        await page.setContent(exampleMail(kind, locale).html);
        const file = resolve(folder, `${name}.jpg`);
        await page.screenshot({ path: file, type: 'jpeg', quality: 85, fullPage: true });
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        await context.close();
        const { size } = statSync(file);
        console.log(`${name.padEnd(30)} ${Math.ceil(size / 1000)} kB`);
        if (size > most) throw new Error(`${name}.jpg has more than ${most / 1000} kB`);
        if (wide !== width) throw new Error(`${name}.jpg scrolls sideways: ${wide} pixels`);
      }
    }
  }
};
