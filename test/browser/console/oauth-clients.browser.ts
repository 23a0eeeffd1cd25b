// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/oauth-clients.browser.ts
import { expect, test } from 'bun:test';
import { OAUTH_CLIENTS } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { peopleOf } from './people.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');
const { elsewhere } = peopleOf(server);

test('an OAuth client is made and gets a token with what is shown once', async () => {
  const { page, faults } = await open('/console/integrations?part=clients');
  await page.getByRole('link', { name: /^New OAuth client/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Accounts');
  await page.getByRole('radiogroup', { name: 'Payments' }).getByRole('radio', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: /^Create client/ }).click();
  const shown = page.getByRole('dialog').locator('code');
  await shown.first().waitFor();
  const [clientId = '', clientSecret = ''] = await shown.allTextContents();
  const answer = await fetch(`${server.ready.rootUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page
    .getByRole('row', { name: /Accounts/ })
    .getByText('Active')
    .waitFor();

  // Its rights are changed on its page: only what was changed is sent, and its token loses at once what it loses.
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const ask = (path: string) =>
    fetch(`${server.ready.rootUrl}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );
  expect([await ask('/v2/payments'), await ask('/v2/clients')]).toEqual([200, 403]);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('heading', { name: 'Edit Accounts' }).waitFor();
  expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  const rightsOf = (family: string) => page.getByRole('radiogroup', { name: family, exact: true });
  await rightsOf('Payments').getByRole('radio', { name: 'No access', exact: true }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Choose at least one permission.').waitFor();
  await rightsOf('Clients').getByRole('radio', { name: 'Read', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Accountants');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('row', { name: /Accountants/ })
    .getByText('1 permission')
    .waitFor();
  const changed = await elsewhere<{ scopes: string[]; tier: string }>('GET', `/manage/oauth-clients/${clientId}`);
  expect([changed.scopes, changed.tier]).toEqual([['clients:read'], 'basic']);
  // The next token has the new right.
  expect([await ask('/v2/payments'), await ask('/v2/clients')]).toEqual([403, 403]);
  expect(faults).toEqual([]);
}, 90_000);

test.each(VIEWS)(
  'the page of a client is accessible at $width px, $theme',
  async (view) => {
    const { page, faults } = await open(`/console/integrations/clients/${OAUTH_CLIENTS.reporting}`, view);
    await page.getByRole('heading', { name: 'Edit Reporting' }).waitFor();
    expect([await axeFindings(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(faults).toEqual([]);
  },
  60_000,
);
