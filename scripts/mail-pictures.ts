// Takes the pictures of mails for the documentation, at 600 and 390 pixels, light and dark: bun scripts/mail-pictures.ts
import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { launchBrowser } from '../test/browser/launch.ts';
import { exampleMail } from '../test/helpers/letters.ts';

const folder = resolve(import.meta.dir, '../docs/screenshots');
/** The most bytes of a picture. */
const MOST = 150_000;
const KINDS = [
  ['mail-booked', 'booking_confirmed', 'en-GB'],
  ['mail-receipt', 'receipt', 'de'],
  ['mail-summary', 'daily_summary', 'en-GB'],
] as const;

const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, kind, locale] of KINDS) {
    for (const width of [600, 390]) {
      for (const theme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width, height: 400 }, colorScheme: theme });
        const page = await context.newPage();
        await page.setContent(exampleMail(kind, locale).html);
        const parts = [name, ...(width === 390 ? ['phone'] : []), ...(theme === 'dark' ? [theme] : [])];
        const file = resolve(folder, `${parts.join('-')}.jpg`);
        await page.screenshot({ path: file, type: 'jpeg', quality: 85, fullPage: true });
        const wide = await page.evaluate('document.documentElement.scrollWidth');
        await context.close();
        const { size } = statSync(file);
        console.log(`${parts.join('-').padEnd(28)} ${Math.ceil(size / 1000)} kB`);
        if (size > MOST) throw new Error(`${file} has more than ${MOST / 1000} kB`);
        if (wide !== width) throw new Error(`${file} scrolls sideways: ${wide} pixels`);
      }
    }
  }
} finally {
  await browser.close();
}
