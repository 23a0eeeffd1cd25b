// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/client-debts.browser.ts
import { expect, test } from 'bun:test';
import { axeFindings, sidewaysPixels, testConsole } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

interface Decision {
  readonly type: string;
  readonly status: string | null;
  readonly packageId: string | null;
  readonly people: readonly { readonly clientId: string; readonly name: string }[];
}

/** What waits for a decision of the demo studio, of a type. */
const decisions = async (type: string): Promise<Decision[]> => {
  const path = `/manage/decisions?location_id=${server.ready.siteId}`;
  const { decisions: all } = await elsewhere<{ decisions: Decision[] }>('GET', path);
  return all.filter((each) => each.type === type);
};

test('a declined renewal on Today is paid at the desk, and the next period begins', async () => {
  const [declined] = await decisions('renewal_failed');
  const { name = '', clientId = '' } = declined?.people[0] ?? {};
  const { page, faults } = await open(`/console/clients/${clientId}`, { role: 'front_desk' });
  await page
    .locator('.notice')
    .filter({ hasText: 'Card declined' })
    .getByRole('link', { name: 'Take payment' })
    .waitFor();
  await page.getByRole('link', { name: /^Today/ }).click();
  const item = page.locator('[data-decision="renewal_failed"]').filter({ hasText: name });
  await item.getByRole('link', { name: 'Take payment' }).press('Enter');
  await page.waitForURL(/\/sell\?.*tab=fees/);
  await page
    .getByText(/ renewal$/)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Charge \$.* renewal/ }).press('Enter');
  await page.getByText(/^\$.* paid\.$/).waitFor();
  expect((await decisions('renewal_failed')).map(({ people }) => people[0]?.clientId)).not.toContain(clientId);
  const path = `/manage/packages/${declined?.packageId}`;
  const { expiresAt } = await elsewhere<{ expiresAt: string }>('GET', path);
  const { now } = await elsewhere<{ now: string }>('GET', '/sandbox/clock');
  expect(expiresAt > now).toBe(true);
  await page.goto(new URL('/console/today', server.ready.rootUrl).href);
  await page.locator('[data-decision]').first().waitFor();
  expect(await item.count()).toBe(0);
  expect(faults).toEqual([]);
});

test('who owes a fee that a card did not pay is told on the profile, and pays it at the desk', async () => {
  const fee = (await decisions('fee')).find(({ status }) => status === 'failed');
  const { clientId = '' } = fee?.people[0] ?? {};
  const { page, faults } = await open(`/console/clients/${clientId}`, { role: 'front_desk', width: 390 });
  const notice = page.locator('.notice').filter({ hasText: /^Owes \$/ });
  await notice.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
  await notice.getByRole('link', { name: 'Take payment' }).click();
  await page.getByRole('button', { name: /^Charge \$.* Late-cancel fee/ }).click();
  await page.getByText(/^\$.* paid\.$/).waitFor();
  await page.goto(new URL(`/console/clients/${clientId}`, server.ready.rootUrl).href);
  await page.getByText('$0.00').waitFor();
  expect(await notice.count()).toBe(0);
  expect(faults).toEqual([]);
});
