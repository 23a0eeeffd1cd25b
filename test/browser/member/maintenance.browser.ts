// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/maintenance.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { open, server } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

const WORDS = 'The floor of the big room is new. Back on Monday at 07:00.';
const close = (active: boolean) =>
  server.call('PUT', '/manage/experience', { maintenance: { active, message: WORDS } });

test.each(VIEWS)('the studio, its words and its phone alone, at $width px, $theme', async ({ width, theme }) => {
  await close(true);
  const { page } = await open('/book', { width, theme });
  await page.getByText(WORDS).waitFor();
  expect(await page.locator('main :is(h1, p)').allTextContents()).toEqual([
    'Demo Studio',
    WORDS,
    expect.stringContaining('Call +1'),
  ]);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await close(false);
  await page.reload();
  await page.getByRole('navigation').first().waitFor({ timeout: 60_000 });
});

test('what was typed stays until the pages are open again', async () => {
  const { page } = await open('/book/me/account/profile', { width: 390 });
  await page.locator('#phone').fill('+1 212 555 0199');
  await close(true);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('status').getByText(WORDS).waitFor();
  await close(false);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.waitForURL('**?saved');
  expect(await page.locator('#phone').inputValue()).toBe('+1 212 555 0199');
});
