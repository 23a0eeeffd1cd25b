// The pages of the console in windows of other sizes than those they are opened in.
import type { Page } from 'playwright-core';
import { cutTexts, sidewaysPixels } from './open.ts';

const FIRST = { width: 1440, height: 900, text: 16 };
const SIZES = [
  { width: 2560, height: 1440, text: 16 },
  { width: 1920, height: 1080, text: 16 },
  { width: 1024, height: 768, text: 16 },
  { width: 768, height: 1024, text: 16 },
  // Text at 200 %.
  { width: 1440, height: 900, text: 32 },
] as const;
const PHONE = { width: 390, height: 844, text: 16 } as const;

/** What does not fit in windows of other sizes. @param more what else is looked for on a phone and in each of them. */
export const misfits = async (
  page: Page,
  path: string,
  more?: (page: Page) => Promise<readonly string[]>,
): Promise<string[]> => {
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  const look = async ({ width, height, text }: typeof FIRST): Promise<void> => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
    await page.setViewportSize({ width, height });
    // The page is laid out anew, and what looks at its width draws what that asks for.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
  };
  for (const size of more === undefined ? SIZES : [...SIZES, PHONE]) {
    await look(size);
    const at = `${path} at ${size.width} px, text of ${size.text} px`;
    const sideways = await sidewaysPixels(page);
    if (sideways > 0) found.push(`${at} scrolls sideways by ${sideways} px`);
    for (const cut of await cutTexts(page)) found.push(`${at} cuts ${cut}`);
    for (const each of (await more?.(page)) ?? []) found.push(`${at}: ${each}`);
  }
  await look(FIRST);
  await session.detach();
  return found;
};
