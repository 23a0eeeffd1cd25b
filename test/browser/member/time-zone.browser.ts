// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/time-zone.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { open, server } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const WORDS = 'Times are in New York time. Your device is in another time zone.';
const bookable = async (): Promise<string> => {
  const { body } = await server.call('GET', '/public-api/v2/timetable', undefined, {});
  return body.data.find(({ isBookable }: { isBookable: boolean }) => isBookable).id;
};

test.each(VIEWS)('said on each page with times, at $width px, $theme', async ({ width, theme }) => {
  const id = await bookable();
  const options = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
  const { page, faults } = await open('/book', { width, theme, options });
  await page.getByText(WORDS).waitFor();
  const rootUrl = new URL(page.url()).origin;
  const { SHOTS } = process.env;
  for (const path of [`/book/class/${id}`, `/book/class/${id}/book`]) {
    await page.goto(rootUrl + path);
    await page.getByText(WORDS).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    if (SHOTS)
      await page.screenshot({ path: `${SHOTS}/zone-${path.split('/').at(-1)?.slice(0, 8)}-${width}-${theme}.png` });
  }
  await page.goto(`${rootUrl}/book/me`);
  // Beside each time, and not once for a list that may have several clocks.
  for (const row of await page.locator('.next-class .when, #mine .class .who > p:first-of-type').all()) {
    expect(await row.textContent()).toMatch(/ in New York/i);
  }
  expect(await page.getByText(WORDS).count()).toBe(0);
  await page.locator('.next-class h2 a').click();
  await page.locator('.ticket').getByText(WORDS).waitFor();
  await page
    .locator('.ticket')
    .getByText(/ your time\./)
    .waitFor();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/zone-ticket-${width}-${theme}.png` });
  expect(faults).toEqual([]);
});

test('a sheet says it, and a phone in the zone of the studio says nothing', async () => {
  const id = await bookable();
  const far = await open(`/book/class/${id}`, { options: { timezoneId: 'Asia/Tokyo' } });
  await far.page.locator('a[data-sheet][href$="/book"]').first().click();
  await far.page.getByRole('dialog').getByText(WORDS).waitFor();
  const near = await open(`/book/class/${id}`, { options: { timezoneId: 'America/New_York' } });
  await near.page.locator('[data-zone]').first().waitFor({ state: 'attached' });
  expect(await near.page.getByText(WORDS).count()).toBe(0);
  expect(await near.page.locator('[data-zone]:visible').count()).toBe(0);
});
