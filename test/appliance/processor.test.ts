import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, studiod, testFolder } from '../helpers/process.ts';
import { startStripeMock } from '../payments-processor/stripe/stripe-mock.ts';

const SECRETS = {
  STUDIOD_STRIPE_SECRET_KEY: 'sk_test_PlantedSecretKey',
  STUDIOD_STRIPE_WEBHOOK_SECRET: 'whsec_PlantedWebhookSecret',
};
const NUMBER = '4242424242424242';
const cwd = testFolder();
let stripeMock: Awaited<ReturnType<typeof startStripeMock>>;
beforeAll(async () => {
  stripeMock = await startStripeMock();
});
afterAll(async () => {
  stripeMock.stop();
});

const env = (more: Record<string, string> = {}) => ({
  ...SECRETS,
  STUDIOD_PROCESSOR: 'stripe',
  STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_mock',
  STUDIOD_STRIPE_API_URL: stripeMock.url,
  ...more,
});

/** Requests of a member and of the staff to a sandbox. */
const open = async (environment: Record<string, string>, ...words: string[]) => {
  const server = await startServer({ cwd, env: environment }, 'sandbox', ...words);
  const { memberToken, siteId, clientId } = server.ready;
  const asMember = { authorization: `Bearer ${memberToken}`, 'x-site-id': siteId };
  return {
    server,
    clientId,
    member: (method: string, path: string) =>
      server.call(method, `/public-api/v2/member/payments${path}`, undefined, asMember),
    desk: server.call,
    anybody: (method: string, path: string, body?: unknown) => server.call(method, path, body, {}),
  };
};

const dropIn = (clientId: string, paymentMethodId: string) => ({
  clientId,
  paymentMethodId,
  amount: 1800,
  currency: 'USD',
  paymentMethod: 'card',
  purpose: 'drop_in',
});

describe('--processor stripe', () => {
  test('exit 3 for keys of different modes, 2 for a missing key; never prints a key', async () => {
    const refused = async (more: Record<string, string>, verb: 'serve' | 'sandbox' = 'serve') => {
      const { code, err, out } = await studiod({ cwd, env: env(more) }, verb, '--port', '0');
      expect(err + out).not.toContain('Planted');
      return [code, err];
    };
    const mixed = await refused({ STUDIOD_STRIPE_SECRET_KEY: 'sk_live_Planted' });
    expect(mixed).toEqual([3, expect.stringContaining('live mode and the publishable key in test mode')]);
    const live = { STUDIOD_STRIPE_SECRET_KEY: 'rk_live_Planted', STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(await refused(live, 'sandbox')).toEqual([3, expect.stringContaining('no live keys')]);
    expect((await refused({ STUDIOD_STRIPE_PUBLISHABLE_KEY: '' }))[0]).toBe(2);
    expect((await refused({ STUDIOD_STRIPE_SECRET_KEY: 'Planted' }))[0]).toBe(2);
  });

  test('config prints neither the secret key nor the webhook secret', async () => {
    const { out } = await studiod({ cwd, env: env() }, 'config', '--json');
    const { settings } = JSON.parse(out) as { settings: { env: string; value: unknown; secret: boolean }[] };
    for (const name of Object.keys(SECRETS)) {
      expect(settings.find((each) => each.env === name)).toMatchObject({ value: null, secret: true, source: 'env' });
    }
    expect(out).not.toContain('Planted');
  });

  test('the whole flow of a card with a mock of Stripe; no secret, number or token is stored anywhere', async () => {
    const studio = await open(env(), '--data', 'stripe');
    const { body: setup } = await studio.member('POST', '/methods');
    expect(setup).toMatchObject({ publishableKey: 'pk_test_mock', mode: 'test', processorAccount: null });
    const secret: string = setup.setupIntentClientSecret;
    expect((await studio.member('POST', `/methods/${setup.id}/complete`)).body.error.code).toBe(
      'payment_method_setup_incomplete',
    );
    await fetch(`${stripeMock.url}/v1/setup_intents/${secret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_mock' },
      body: new URLSearchParams({ client_secret: secret, 'payment_method_data[card][number]': NUMBER }),
    });
    const { body: saved } = await studio.member('POST', `/methods/${setup.id}/complete`);
    expect(saved).toMatchObject({ status: 'active', card: { brand: 'visa', last4: '4242' } });
    const { body: paid } = await studio.desk('POST', '/manage/payments', dropIn(studio.clientId, setup.id));
    expect(paid).toMatchObject({ status: 'completed', processor: { name: 'stripe', mode: 'test' } });
    const { body: refunded } = await studio.desk('POST', `/v2/payments/${paid.id}/refund`, { amount: 800 });
    expect(refunded).toMatchObject({ status: 'partially_refunded', amountRefunded: 800 });
    expect((await studio.member('DELETE', `/methods/${setup.id}`)).status).toBe(200);
    expect((await studio.desk('GET', '/v2/settings')).body.payment.processor).toMatchObject({
      name: 'stripe',
      mode: 'test',
      publishableKey: 'pk_test_mock',
      onboardingStatus: 'complete',
    });
    const events = await (await fetch(`${studio.server.ready.rootUrl}/sandbox/events?limit=100`)).text();
    expect(await studio.server.stop()).toBe(0);
    const output = [events, studio.server.out(), await studio.server.err, textOf(join(cwd, 'stripe'))].join('\n');
    expect(output).toContain(setup.id);
    for (const planted of [...Object.values(SECRETS), NUMBER, secret, studio.server.ready.memberToken]) {
      // The ready line contains the token.
      expect(output.replace(JSON.stringify(studio.server.ready), '').split(planted).length - 1).toBe(0);
    }
  }, 120_000);
});

/** Every text in every table of every database below a directory, and the bytes of the files themselves. */
const textOf = (directory: string): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name, parentPath }) => {
      const path = join(parentPath, name);
      const bytes = readFileSync(path).toString('latin1');
      if (!name.endsWith('.db')) return [bytes];
      const db = new Database(path, { readonly: true });
      const tables = db.query("select name from sqlite_master where type = 'table'").all() as { name: string }[];
      const rows = tables.map((table) => JSON.stringify(db.query(`select * from "${table.name}"`).all()));
      db.close();
      return [bytes, ...rows];
    })
    .join('\n');

describe('the sandbox processor', () => {
  test('stores no number, secret or token in the database, the log, the events or an error', async () => {
    const studio = await open({}, '--data', 'sandbox');
    const { body: setup } = await studio.member('POST', '/methods');
    const { publishableKey, setupIntentClientSecret: clientSecret } = setup;
    const card = { number: NUMBER, expMonth: 12, expYear: 2030, cvc: '123' };
    const confirm = (more: object) =>
      studio.anybody('POST', '/sandbox/processor/setups/confirm', { publishableKey, clientSecret, card, ...more });
    const answers = [
      await confirm({ card: { ...card, number: '4000000000000002' } }),
      await confirm({ card: { ...card, number: '4111111111111111' } }),
      await confirm({ clientSecret: 'seti_x_secret_y' }),
      await confirm({ card: { ...card, expMonth: 13 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400]);
    expect((await confirm({})).body).toEqual({ status: 'succeeded' });
    await studio.member('POST', `/methods/${setup.id}/complete`);
    await studio.desk('POST', '/manage/payments', dropIn(studio.clientId, setup.id));
    const events = await (await fetch(`${studio.server.ready.rootUrl}/sandbox/events?limit=100`)).text();
    expect(await studio.server.stop()).toBe(0);
    const written = [studio.server.out().replace(JSON.stringify(studio.server.ready), ''), await studio.server.err];
    const output = [events, ...written, JSON.stringify(answers), textOf(join(cwd, 'sandbox'))].join('\n');
    expect(output).toContain(setup.id);
    for (const planted of [
      NUMBER,
      '4000000000000002',
      '4111111111111111',
      clientSecret,
      studio.server.ready.memberToken,
    ]) {
      expect(output.split(planted).length - 1).toBe(0);
    }
  }, 120_000);
});
