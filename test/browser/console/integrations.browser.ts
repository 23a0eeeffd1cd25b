// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/integrations.browser.ts
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { WEBHOOKS } from '../../../src/resources/demo-ids.ts';
import { verify } from '../../../src/webhooks/signature.ts';
import { until } from '../../helpers/process.ts';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { axeFindings, type OpenPage, sidewaysPixels, testConsole, VIEWS } from './open.ts';
import { copyRefused, peopleOf, toast } from './people.ts';
import { type Arrived, openReceiver } from './receiver.ts';

const { server, open: openPage } = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');
const opened: OpenPage[] = [];
/** Opens a page that ends with its test: each has a stream, and a person has some of these at most. */
const open: typeof openPage = async (path, view) => {
  const found = await openPage(path, view);
  opened.push(found);
  found.page.setDefaultTimeout(60_000);
  return found;
};
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
const { elsewhere, newClient } = peopleOf(server);
const receiver = openReceiver();
afterAll(() => receiver.stop());

const pass = (duration: string) => server.call('POST', '/sandbox/clock', { advance: duration });
let count = 0;
/** One event, and as much time as its attempts take. */
const happen = async (): Promise<void> => {
  count += 1;
  await newClient(`Event${count} Maker`);
  await pass('PT4M');
};

/** An endpoint of the receiver, made elsewhere. */
const newEndpoint = (name: string, more: object = {}) =>
  elsewhere('POST', '/v2/webhooks', { name, url: receiver.url, eventTypes: ['client.created'], ...more });

/** An endpoint to which three events in a row could not be delivered. */
const failing = async (name: string): Promise<string> => {
  const { id } = await newEndpoint(name);
  receiver.response.status = 500;
  for (let event = 0; event < 3; event += 1) await happen();
  receiver.response.status = 200;
  return id;
};

test.each(VIEWS)(
  'every part is accessible at $width px, $theme',
  async (view) => {
    const id = await failing(`Look ${view.width} ${view.theme}`);
    const { page, faults } = await open('/console/integrations', view);
    const expectFine = async (): Promise<void> => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysPixels(page)).toBe(0);
    };
    const go = (path: string) => page.goto(new URL(path, server.ready.rootUrl).href);
    await page.getByRole('link', { name: 'Demo inbox' }).waitFor();
    expect(await page.title()).toBe('Integrations · Demo Studio');
    await expectFine();
    await go(`/console/integrations/webhooks/${id}`);
    await page.getByText('Failing: 3 deliveries in a row failed').waitFor();
    await page.getByRole('img', { name: '3 of 10 failures' }).waitFor();
    await page
      .getByRole('row', { name: /client\.created/ })
      .first()
      .waitFor();
    await expectFine();
    await page
      .getByRole('row', { name: /client\.created/ })
      .first()
      .click();
    await page.getByText('Only a 2xx response counts as delivered').waitFor();
    await expectFine();
    await go(`/console/integrations/webhooks/${WEBHOOKS.disabled}`);
    await page.getByText('Disabled since').waitFor();
    await expectFine();
    await go(`/console/integrations/webhooks/${id}/edit`);
    await page.getByRole('button', { name: 'Clients', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Client added/ }).waitFor();
    await expectFine();
    for (const path of ['webhooks/new', 'keys/new', 'clients/new']) {
      await go(`/console/integrations/${path}`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
      await expectFine();
    }
    for (const [part, text] of [
      ['keys', 'Website'],
      ['clients', 'Reporting'],
    ] as const) {
      await go(`/console/integrations?part=${part}`);
      await page.getByText(text).first().waitFor();
      await expectFine();
    }
    await go('/console/integrations?part=log');
    await page
      .getByRole('row', { name: /Client added/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Client added' }).waitFor();
    await page.getByRole('region', { name: 'Payload' }).waitFor();
    await expectFine();
    expect(faults).toEqual([]);
  },
  240_000,
);

/** Whether what arrived is signed with a secret. */
const isSigned = ({ headers, body }: Arrived, secret: string): boolean => {
  const header = headers.get('x-service-signature') ?? '';
  // A sandbox signs with the real time.
  return verify({ secret, header, body }, Math.floor(Date.now() / 1_000)).code === 'ok';
};

/** The secret or key that a dialog shows once, which is closed then. */
const takeSecret = async ({ page, press }: Hands): Promise<string> => {
  const shown = page.getByRole('dialog').locator('code');
  await shown.first().waitFor();
  const secret = (await shown.last().textContent()) ?? '';
  const copy = () => press(page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).last());
  expect(await copyRefused(page, copy)).toBe(secret);
  await page.keyboard.press('Escape');
  expect(await shown.count()).toBeGreaterThan(0);
  await press(page.getByRole('button', { name: 'I have copied it' }));
  await shown.first().waitFor({ state: 'detached' });
  return secret;
};

describe.each([
  { with: 'the mouse', width: 1440, handsOn: mouseOn },
  { with: 'the keyboard', width: 1440, handsOn: keysOn },
  { with: 'a finger', width: 390, handsOn: mouseOn },
])('with $with at $width px', ({ with: how, width, handsOn }) => {
  test('an endpoint is added, fails, gets what it missed, and is deleted', async () => {
    const { page, faults } = await open('/console/integrations', { width });
    const hands = handsOn(page);
    const { press, write, choose } = hands;
    const name = `Door with ${how}`;
    await press(page.getByRole('link', { name: /^Add endpoint/ }));
    await page.getByRole('heading', { name: 'New endpoint' }).waitFor();
    await write(page.getByRole('textbox', { name: 'Name', exact: true }), name);
    await press(page.getByRole('button', { name: /^Add endpoint/ }));
    await page.getByText('Enter a URL.').waitFor();
    await write(page.getByLabel('URL'), receiver.url);
    await choose(page.getByRole('radio', { name: /^Selected events/ }));
    await press(page.getByRole('button', { name: 'Clients', exact: true }));
    const added = page.getByRole('checkbox', { name: /^Client added/ });
    await added.focus();
    await page.keyboard.press('Space');
    await press(page.getByRole('button', { name: /^Add endpoint/ }));
    const secret = await takeSecret(hands);
    expect(secret).toStartWith('whsec_');
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    // What happens arrives, signed with the secret.
    receiver.arrived.length = 0;
    await happen();
    const row = page.getByRole('row', { name: /client\.created/ });
    await row.first().waitFor();
    await until(() => receiver.arrived.some((hit) => isSigned(hit, secret)));

    // Three events in a row are lost, and sent again in one act.
    receiver.response.status = 503;
    for (let event = 0; event < 3; event += 1) await happen();
    await page.getByText('Failing: 3 deliveries in a row failed').waitFor();
    await page.getByText('It has returned 503 since').waitFor();
    receiver.response.status = 200;
    receiver.arrived.length = 0;
    await press(page.getByRole('button', { name: 'Resend failed' }));
    await page.getByText('3 events were not delivered. Each will be sent once more, oldest first.').waitFor();
    await press(page.getByRole('button', { name: 'Send 3 events' }));
    await toast(page, '3 events will be resent.').waitFor();
    await pass('PT1S');
    await page.getByText('Failing: 3 deliveries in a row failed').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resend failed' }).waitFor({ state: 'detached' });
    await until(() => receiver.arrived.length >= 3);

    // One delivery: what was sent, with which headers, what was answered, and once more.
    if (how === 'the keyboard') await hands.open(row);
    else await row.first().click();
    await page.locator('#delivery-title', { hasText: 'client.created' }).waitFor();
    expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('region', { name: 'Payload' }).getByText('"client.created"').waitFor();
    await hands.turnTo(page.getByRole('tab', { name: 'Headers' }));
    await page.getByText('X-Service-Event-Type: client.created').waitFor();
    await hands.turnTo(page.getByRole('tab', { name: 'Response' }));
    await page.getByText('thanks').waitFor();
    const before = page.url();
    await press(page.getByRole('button', { name: 'Resend', exact: true }));
    await page.waitForURL((url) => url.href !== before);
    await page.locator('.attempts li').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#delivery-title').waitFor({ state: 'detached' });

    await press(page.getByRole('button', { name: 'Send test' }));
    await toast(page, /^Test delivered: 200 in/).waitFor();

    await press(page.getByRole('button', { name: /^More: rotate secret/ }));
    await hands.pick(page.getByRole('menuitem', { name: 'Delete endpoint' }));
    const typed = page.getByRole('alertdialog', { name: `Delete ${name}?` }).getByRole('textbox');
    await write(typed, 'Another');
    await press(page.getByRole('button', { name: 'Delete endpoint' }));
    await page.locator('.field .error').waitFor();
    await write(typed, name);
    await press(page.getByRole('button', { name: 'Delete endpoint' }));
    await toast(page, `${name} deleted.`).waitFor();
    await page.getByRole('link', { name: 'Demo inbox' }).waitFor();
    await page.getByRole('link', { name }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  }, 240_000);

  test('a key is made with what it may do, works, and is revoked', async () => {
    const { page, faults } = await open('/console/integrations?part=keys', { width });
    const hands = handsOn(page);
    const { press, write } = hands;
    const name = `Website with ${how}`;
    await press(page.getByRole('link', { name: /^New key/ }));
    await write(page.getByRole('textbox', { name: 'Name', exact: true }), name);
    await press(page.getByRole('button', { name: /^Create key/ }));
    await page.getByText('Choose at least one permission.').waitFor();
    const clients = page.getByRole('radiogroup', { name: 'Clients', exact: true });
    if (how === 'the keyboard') {
      await clients.getByRole('radio', { name: 'Read', exact: true }).focus();
      await page.keyboard.press('Enter');
    } else await clients.getByRole('radio', { name: 'Read', exact: true }).click();
    await press(page.getByRole('button', { name: /^Create key/ }));
    const key = await takeSecret(hands);
    const ask = (path: string) =>
      fetch(`${server.ready.rootUrl}${path}`, { headers: { 'X-Service-API-Key': key } }).then(({ status }) => status);
    expect([await ask('/v2/clients'), await ask('/v2/bookings')]).toEqual([200, 403]);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText('Active').waitFor();
    await press(row.getByRole('button', { name: /^Revoke/ }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: `Revoke ${name}` }));
    await toast(page, `${name} revoked.`).waitFor();
    await row.getByText('Revoked').waitFor();
    expect(await ask('/v2/clients')).toBe(401);
    expect(faults).toEqual([]);
  }, 120_000);
});

test('an endpoint is changed: only what was changed is sent, and an address that is refused says why', async () => {
  const { id } = await newEndpoint('Changing');
  interface Shown {
    readonly name: string;
    readonly customHeader: object;
    readonly credentialId: string;
  }
  const before = await elsewhere<Shown>('GET', `/v2/webhooks/${id}`);
  const { page } = await open(`/console/integrations/webhooks/${id}/edit`);
  const address = page.getByLabel('URL');
  await address.fill('https://10.1.2.3/hook');
  await page.getByRole('button', { name: 'Save Ctrl ↵' }).click();
  await page.locator('.field .error').waitFor();
  await address.fill(receiver.url);
  await page.getByLabel('Name', { exact: true }).fill('Changed');
  await page.getByLabel('Header name').fill('X-Door');
  await page.getByRole('button', { name: 'Save Ctrl ↵' }).click();
  await page.getByText('Enter both the header name and its value, or leave both empty.').waitFor();
  await page.getByLabel('Value').fill('sesame');
  await page.getByRole('button', { name: 'Save Ctrl ↵' }).click();
  await page.getByRole('heading', { name: 'Changed' }).waitFor();
  // It still belongs to who made it: the address was not sent.
  const after = await elsewhere<Shown>('GET', `/v2/webhooks/${id}`);
  expect([after.name, after.customHeader, after.credentialId]).toEqual([
    'Changed',
    { name: 'X-Door', valueSet: true },
    before.credentialId,
  ]);
  await page.getByRole('button', { name: 'Send test' }).click();
  await toast(page, /^Test delivered/).waitFor();
  expect(receiver.arrived.at(-1)?.headers.get('x-door')).toBe('sesame');
}, 60_000);

test('a disabled endpoint says what it missed and is enabled again', async () => {
  const { page, faults } = await open(`/console/integrations/webhooks/${WEBHOOKS.disabled}`);
  await page.getByText('Ten deliveries in a row failed.').waitFor();
  await page.getByRole('button', { name: 'Enable again' }).click();
  await toast(page, 'Old inbox is receiving events again.').waitFor();
  await page.getByText('Disabled since').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
}, 60_000);

test('a new secret asks for the password when it was given long ago, and is shown once', async () => {
  const { id } = await newEndpoint('Rotating');
  const { page } = await open(`/console/integrations/webhooks/${id}`);
  await page.getByRole('heading', { name: 'Rotating' }).waitFor();
  await pass('PT16M');
  const rotate = async (): Promise<void> => {
    await page.getByRole('button', { name: /^More: rotate secret/ }).click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await page.getByRole('button', { name: 'Create new secret' }).click();
  };
  await rotate();
  await page.getByRole('textbox', { name: 'Password' }).fill('sandbox password');
  await page.keyboard.press('Enter');
  const secret = await takeSecret(mouseOn(page));
  await page.getByRole('button', { name: 'Send test' }).click();
  await toast(page, /^Test delivered/).waitFor();
  expect(receiver.arrived.slice(-1).some((hit) => isSigned(hit, secret))).toBe(true);
  await rotate();
  await page.getByText('The secret was just created. Wait 10 seconds.').waitFor();
}, 60_000);

test('a key for a website reads what strangers see, from its pages alone', async () => {
  const { page, faults } = await open('/console/integrations/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Our website');
  await page.locator('label').filter({ hasText: 'A website (publishable key)' }).click();
  await page.getByRole('button', { name: /^Create key/ }).click();
  await page.getByText('Enter your website’s URL.').waitFor();
  await page.getByLabel('Allowed websites').fill('https://www.example.com\nhttps://example.com');
  await page.getByRole('button', { name: /^Create key/ }).click();
  const key = await takeSecret(mouseOn(page));
  expect(key).toStartWith('pk_test_');
  await page
    .getByRole('row', { name: /Our website/ })
    .getByText('Public data')
    .waitFor();
  const ask = (origin: string) =>
    fetch(`${server.ready.rootUrl}/public-api/v2/studio`, { headers: { 'X-Service-API-Key': key, origin } });
  expect([(await ask('https://example.com')).status, (await ask('https://other.example')).status]).toEqual([200, 403]);
  expect(faults).toEqual([]);
}, 60_000);

test('the log of events is filtered by kind, days and client, in the address', async () => {
  const clientId = await newClient('Logged Person');
  await newClient('Other Person');
  const { page, faults } = await open('/console/integrations?part=log');
  const filters = page.getByRole('group', { name: 'Filters' });
  for (const label of ['Event type', 'From', 'To']) await filters.getByText(label, { exact: true }).waitFor();
  await page.getByRole('button', { name: /Event type/ }).click();
  await page.getByRole('option', { name: 'Clients: Client added' }).click();
  await page.waitForURL(/type=client\.created/);
  const rows = page.getByRole('row', { name: /Client added/ });
  await rows.first().click();
  await page.getByRole('heading', { name: 'Client added' }).waitFor();
  await page.getByRole('link', { name: 'Other Person' }).waitFor();
  await page.goto(new URL(`/console/integrations?part=log&client=${clientId}`, server.ready.rootUrl).href);
  await page.getByText('Logged Person').waitFor();
  await until(async () => (await rows.count()) === 1);
  await filters.getByRole('button', { name: 'Client Logged Person Show all clients' }).click();
  await rows.nth(1).waitFor();
  await filters.getByLabel('To', { exact: true }).fill('2026-03-01');
  await page.waitForURL(/to=2026-03-01/);
  await rows.first().waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
}, 60_000);

describe('a manager', () => {
  const invited = async (grant: readonly string[]) => {
    count += 1;
    const person = { firstName: 'Max', lastName: 'Ray', email: `max${count}@integrations.example`, role: 'manager' };
    const permissionOverrides = { grant, revoke: [] };
    const body = { person: { ...person, permissionOverrides } };
    return (await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', body)).link;
  };

  test('without the grant sees no webhooks, and is refused', async () => {
    const { page, context } = await open('/console/today', { invitation: await invited([]) });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await navigation.getByRole('link', { name: 'Settings' }).waitFor();
    expect(await navigation.getByRole('link', { name: 'Integrations' }).count()).toBe(0);
    await page.goto(new URL('/console/integrations', server.ready.rootUrl).href);
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    for (const path of ['/v2/webhooks', '/manage/api-keys', `/manage/webhooks/${WEBHOOKS.inbox}/health`]) {
      expect([path, (await context.request.get(`${server.ready.rootUrl}${path}`)).status()]).toEqual([path, 403]);
    }
  }, 60_000);

  test('with the grant manages them', async () => {
    const { page, faults } = await open('/console/integrations', {
      invitation: await invited(['integrations:manage']),
    });
    await page.getByRole('link', { name: 'Demo inbox' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await toast(page, /^Test delivered/).waitFor();
    // A key acts for its maker. What acts for no one is made by owners.
    const go = (path: string) => page.goto(new URL(path, server.ready.rootUrl).href);
    await go('/console/integrations/keys/new');
    await page.getByLabel('Name', { exact: true }).fill('Of a manager');
    await page.getByText('It works on your behalf').waitFor();
    expect(await page.getByText('Full access').count()).toBe(0);
    await page.getByRole('radiogroup', { name: 'Clients' }).getByRole('radio', { name: 'Read', exact: true }).click();
    await page.getByRole('button', { name: /^Create key/ }).click();
    const key = await takeSecret(mouseOn(page));
    const headers = { 'X-Service-API-Key': key };
    expect((await fetch(`${server.ready.rootUrl}/v2/clients`, { headers })).status).toBe(200);
    await go('/console/integrations/clients/new');
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    expect(faults).toEqual([]);
  }, 60_000);
});
