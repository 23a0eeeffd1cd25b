// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/sign-ups.browser.ts
// People who have signed up and wait: the desk lets them in or turns them away, on Today and on the page of the client.
import { beforeAll, expect, test } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole();
const { elsewhere } = peopleOf(server);

beforeAll(() => elsewhere('PATCH', '/v2/settings', { membership: { signUp: 'approval' } }));

interface Mailbox {
  readonly data: readonly { readonly to: string; readonly text: string }[];
}

/** Signs somebody up with a code by mail. Returns the id of the client, who waits. */
const signUp = async (firstName: string): Promise<string> => {
  const email = `${firstName.toLowerCase()}@signed-up.example`;
  await elsewhere('DELETE', '/sandbox/mailbox').catch(() => undefined);
  await fetch(`${server.ready.rootUrl}/public-api/v2/auth/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  let code: string | undefined;
  while (code === undefined) {
    const { data } = await elsewhere<Mailbox>('GET', '/sandbox/mailbox?limit=100');
    code = data.flatMap(({ text }) => /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? [])[0];
    if (code === undefined) await Bun.sleep(50);
  }
  const { signUpToken } = await elsewhere<{ signUpToken: string }>('POST', '/public-api/v2/auth/token', {
    email,
    code,
  });
  const person = { signUpToken, firstName, lastName: 'Waits', siteId: SITES.downtown };
  const { status } = await elsewhere<{ status: string }>('POST', '/public-api/v2/auth/sign-up', person);
  expect(status).toBe('approval_pending');
  const found = await elsewhere<{ data: { id: string }[] }>('GET', `/v2/clients?email=${email}`);
  return found.data[0]?.id ?? '';
};

const isWaiting = async (id: string) =>
  (await elsewhere<{ isWaiting: boolean }>('GET', `/manage/clients/${id}/sign-up`)).isWaiting;

test('the page of the client says that they wait, in every view, and lets them in', async () => {
  const id = await signUp('Ada');
  for (const view of VIEWS) {
    const { page, context, faults } = await open(`/console/clients/${id}`, { ...view, role: 'front_desk' });
    await page.getByText('They can sign in once you approve them.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  }
  const { page, faults } = await open(`/console/clients/${id}`, { role: 'front_desk' });
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await toast(page, 'Ada Waits approved').waitFor();
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  expect(await isWaiting(id)).toBe(false);
  expect(faults).toEqual([]);
});

test('the page of the client turns them away, and shows the archived client', async () => {
  const id = await signUp('Ben');
  const { page, faults } = await open(`/console/clients/${id}`);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Ben Waits will be archived and cannot sign in.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await toast(page, 'Ben Waits declined').waitFor();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  expect(await isWaiting(id)).toBe(false);
  expect(faults).toEqual([]);
});

test('Today has them among its decisions', async () => {
  const ids = [await signUp('Cleo'), await signUp('Dan')];
  const { page, faults } = await open('/console/today', { role: 'front_desk', siteId: SITES.downtown });
  const more = page.getByRole('button', { name: /sign-up/ });
  const decision = (name: string) => page.locator('li[data-decision="sign_up"]', { hasText: name });
  await more.or(decision('Cleo Waits')).first().waitFor();
  if (await more.isVisible()) await more.click();
  expect(await axeFindings(page)).toEqual([]);
  await decision('Cleo Waits signed up').getByRole('button', { name: 'Approve' }).click();
  await toast(page, 'Cleo Waits approved').waitFor();
  await decision('Dan Waits signed up').getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await toast(page, 'Dan Waits declined').waitFor();
  expect(await Promise.all(ids.map(isWaiting))).toEqual([false, false]);
  expect(faults).toEqual([]);
});
