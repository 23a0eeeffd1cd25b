// The pages of the documentation and of the mailbox: bun test ./test/browser/docs/docs.browser.ts
import { expect, test } from 'bun:test';
import { until } from '../../helpers/process.ts';
import { testDocs } from './open.ts';

const { server, openPage } = testDocs();

test.each([390, 1280])(
  'a page of %p pixels shows an operation without scrolling sideways',
  async (width) => {
    const { page, faults } = await openPage('/docs/reference#/Bookings', width);
    await page.locator('#operations-Bookings-createBooking button').first().click();
    await page.locator('#operations-Bookings-createBooking .responses-table').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(faults).toEqual([]);
    await page.close();
  },
  120_000,
);

test.each([390, 1280])(
  'the guide and the booking site of %p pixels do not scroll sideways',
  async (width) => {
    for (const path of ['/docs', '/docs/booking-site']) {
      const { page, faults } = await openPage(path, width);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.close();
    }
  },
  120_000,
);

test('every part of an operation is drawn, and one is sent, without an inline style that the policy refuses', async () => {
  const { page, faults } = await openPage('/docs/reference#/Clients/createClient');
  const operation = page.locator('#operations-Clients-createClient');
  await operation.locator('.responses-table').first().waitFor();
  for (const schema of await operation.locator('button:text-is("Schema")').all()) await schema.click();
  await operation.locator('.json-schema-2020-12-expand-deep-button').first().click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .highlight-code').first().waitFor();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container').first().waitFor();
  expect(faults).toEqual([]);
  await page.evaluate(`document.body.setAttribute('style', 'color: red')`);
  await until(async () => faults.length > 0);
  expect(faults.join()).toContain('Content Security Policy');
  await page.close();
}, 120_000);

test('a mail in the mailbox has its own styles, and its page no inline style', async () => {
  const { rootUrl, apiKey, clientId, sessionId } = server.ready;
  await fetch(`${rootUrl}/v2/bookings`, {
    method: 'POST',
    headers: { 'x-service-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, sessionId }),
  });
  const { data } = (await (await fetch(`${rootUrl}/sandbox/mailbox?wait=20`)).json()) as { data: { id: string }[] };
  const { page, faults } = await openPage(`/sandbox/mailbox/${data[0]?.id}`);
  expect(await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).not.toBe('none');
  await page.frameLocator('iframe[title="The mail"]').locator('[style*="padding:32px"]').first().waitFor();
  const mail = page.frames().find((frame) => frame.url().endsWith('/html'));
  const padding = `getComputedStyle(document.querySelector('[style*="padding:32px"]')).paddingTop`;
  expect(await mail?.evaluate(padding)).toBe('32px');
  expect(faults).toEqual([]);
  await page.close();
}, 120_000);
