// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/erasures.browser.ts
// Clients who ask to be erased: Today says so, and the page of the client has both answers.
import { expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

/** Makes a client who asks to be erased, as the member. Returns the id. */
const asking = async (firstName: string): Promise<string> => {
  const { id } = await elsewhere<{ id: string }>('POST', '/v2/clients', {
    firstName,
    lastName: 'Leaves',
    email: `${firstName.toLowerCase()}@leaving.example`,
    homeLocationId: SITES.downtown,
  });
  const { idToken } = await elsewhere<{ idToken: string }>('POST', '/sandbox/member-token', { clientId: id });
  const { status } = await fetch(`${server.ready.rootUrl}/public-api/v2/member/erasure`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'x-site-id': SITES.downtown },
  });
  expect(status).toBe(200);
  return id;
};

const stateOf = async (id: string) =>
  await elsewhere<{ status: string; reason: string | null }>('GET', `/manage/clients/${id}/erasure-request`);

test('the page of the client says it in every view, and declines with a reason', async () => {
  const id = await asking('Ada');
  for (const view of VIEWS) {
    const { page, context, faults } = await open(`/console/clients/${id}`, view);
    await page.getByText('Nothing is deleted until you decide.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  }
  const { page, faults } = await open(`/console/clients/${id}`);
  await page.getByRole('button', { name: 'Decline…' }).press('Enter');
  await page.getByLabel('Reason').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Reason').fill('A payment is open.');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await toast(page, 'Ada Leaves’s deletion request was declined.').waitFor();
  await page.getByText('Nothing is deleted until you decide.').waitFor({ state: 'detached' });
  expect(await stateOf(id)).toMatchObject({ status: 'declined', reason: 'A payment is open.' });
  expect(faults).toEqual([]);
});

test('Today leads to the client, whom an owner erases', async () => {
  const id = await asking('Ben');
  const { page, faults } = await open('/console/today', { siteId: SITES.downtown });
  const more = page.getByRole('button', { name: /deletion request/ });
  const decision = page.locator('li[data-decision="erasure"]', {
    hasText: 'Ben Leaves asked to have their personal data deleted',
  });
  await more.or(decision).first().waitFor();
  if (await more.isVisible()) await more.click();
  await decision.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Delete personal data…' }).click();
  await page.getByRole('textbox', { name: /Ben Leaves/ }).fill('Ben Leaves');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await toast(page, 'Personal data deleted.').waitFor();
  expect((await stateOf(id)).status).toBe('none');
  expect(faults).toEqual([]);
});

test('who may not erase sees that somebody else decides', async () => {
  const id = await asking('Cleo');
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  await page.getByText('Someone with permission to delete client data decides.').waitFor();
  expect(await page.getByRole('button', { name: 'Decline…' }).count()).toBe(0);
  expect(faults).toEqual([]);
});
