import { expect, test } from 'bun:test';
import { folderForEachTest, type Server, startServer, studiod, until } from '../helpers/process.ts';
import { parsed, startMailServer, tlsFile } from '../helpers/smtp.ts';
import { startStripeMock } from '../payments-processor/stripe/stripe-mock.ts';

const cwd = folderForEachTest();
const EMAIL = 'olivia@example.com';
const PASSWORD = 'three green bicycles';
const FROM_PAGE = { 'x-studiod-console': '1', 'sec-fetch-site': 'same-origin' };
const account = { user: 'studio', password: 'p/ss: w@rd%' };

/** Makes an owner. Returns the headers of their session. */
const signInOwner = async (server: Server): Promise<Record<string, string>> => {
  expect((await studiod({ cwd, input: `${PASSWORD}\n` }, 'owner', 'create', EMAIL)).code).toBe(0);
  const credentials = { email: EMAIL, password: PASSWORD };
  const { headers } = await server.call('POST', '/manage/auth/sign-in', credentials, FROM_PAGE);
  return { ...FROM_PAGE, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
};

test('an owner sets up the mail server of a running server, which outlives a start and gives way to the environment', async () => {
  const mail = await startMailServer({ tls: 'starttls', account });
  const env = { STUDIOD_SMTP_CA_FILE: tlsFile('loopback.pem') };
  const server = await startServer({ cwd, env }, 'serve', '--name', 'Harbour Yoga', '--timezone', 'Europe/Lisbon');
  const owner = await signInOwner(server);
  const call = (method: string, path: string, body?: object) => server.call(method, path, body, owner);

  const fields = {
    host: '127.0.0.1',
    port: Number(new URL(mail.url()).port),
    security: 'starttls',
    user: account.user,
    fromAddress: 'studio@example.com',
  };
  const wrong = await call('PUT', '/manage/mail-server', { ...fields, password: 'wrong' });
  expect([wrong.status, wrong.body.error.details[0].code]).toEqual([409, 'auth_error']);
  const given = { ...fields, password: account.password };
  const test = await call('POST', '/manage/mail-server/test', { server: given });
  expect(test.body).toMatchObject({ isAccepted: true, email: EMAIL });
  expect((await call('GET', '/manage/system')).body.sendsMail).toBe(false);

  expect((await call('PUT', '/manage/mail-server', given)).body).toMatchObject({
    source: 'console',
    hasPassword: true,
  });
  await until(() => server.errSoFar().includes('serving again'));
  await until(async () => (await fetch(`${server.ready.rootUrl}/readyz`).catch(() => undefined))?.status === 200);
  expect((await call('GET', '/manage/system')).body.sendsMail).toBe(true);
  const person = { firstName: 'Ben', lastName: 'Ito', email: 'ben@example.com', role: 'front_desk', siteIds: [] };
  expect((await call('POST', '/manage/staff/invitations', { person })).status).toBe(201);
  await until(() => mail.arrived.length === 2);
  const [, invitation] = mail.arrived;
  if (invitation === undefined) throw new Error('nothing arrived');
  expect(invitation.to).toBe('ben@example.com');
  expect((await parsed(invitation)).from?.value[0]?.address).toBe('studio@example.com');
  expect(await server.stop()).toBe(0);

  const again = await startServer({ cwd, env }, 'serve');
  expect((await again.call('GET', '/manage/mail-server', undefined, owner)).body).toMatchObject({
    source: 'console',
    ...fields,
  });
  expect(await again.stop()).toBe(0);

  const set = { STUDIOD_SMTP_URL: 'smtp://127.0.0.1:1', STUDIOD_MAIL_FROM: 'other@example.com' };
  const other = await startServer({ cwd, env: { ...env, ...set } }, 'serve');
  expect((await other.call('GET', '/manage/mail-server', undefined, owner)).body).toMatchObject({
    source: 'environment',
    canChange: false,
    port: 1,
    fromAddress: 'other@example.com',
  });
  expect((await other.call('PUT', '/manage/mail-server', given, owner)).status).toBe(409);
  expect(await other.stop()).toBe(0);
  await mail.close();
});

test('a copy of a studio that has Stripe keys charges no cards with --processor sandbox', async () => {
  const stripe = await startStripeMock();
  const env = { STUDIOD_STRIPE_API_URL: stripe.url };
  const name = ['--name', 'Harbour Yoga', '--timezone', 'Europe/Lisbon'];
  const server = await startServer({ cwd, env }, 'serve', ...name);
  const owner = await signInOwner(server);
  const keys = { secretKey: 'sk_test_practice', publishableKey: 'pk_test_practice' };
  expect((await server.call('PUT', '/manage/card-processor', keys, owner)).status).toBe(200);
  await until(() => server.errSoFar().includes('serving again'));
  expect(await server.stop()).toBe(0);
  for (const [words, source, processor] of [
    [[], 'console', 'stripe'],
    [['--processor', 'sandbox'], 'environment', 'sandbox'],
  ] as const) {
    const again = await startServer({ cwd, env }, 'serve', ...words);
    const { body } = await again.call('GET', '/manage/card-processor', undefined, owner);
    expect([body.source, body.canChange]).toEqual([source, source === 'console']);
    const settings = await again.call('GET', '/v2/settings', undefined, owner);
    expect(settings.body.payment.processor.name).toBe(processor);
    expect(await again.stop()).toBe(0);
  }
  stripe.stop();
});
