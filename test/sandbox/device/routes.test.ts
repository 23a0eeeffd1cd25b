import { describe, expect, test } from 'bun:test';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { deviceRoutes } from '../../../src/sandbox/device/routes.ts';
import { openStudio } from '../../helpers/api.ts';

test('no other page shows the confirm page in a frame', async () => {
  const { store, random, seal } = await openStudio();
  const routes = deviceRoutes(createSandboxProcessor(store, random, seal));
  const response = await routes.handle(new Request('http://localhost/processor/confirm'));
  const policy = response.headers.get('content-security-policy')?.split('; ');
  expect([response.status, policy]).toEqual([200, expect.arrayContaining(["frame-ancestors 'none'"])]);
});

describe('a bank that asks before an account is saved', () => {
  const open = async () => {
    const { store, random, seal } = await openStudio();
    const processor = createSandboxProcessor(store, random, seal);
    const place = { mode: 'test', account: null } as const;
    const customerId = await processor.ensureCustomer(place, 'a', { clientId: 'c', email: 'e', name: 'n' });
    const setup = await processor.createSetup(place, 'b', { customerId, methodId: 'm', isAnyWay: true });
    const routes = deviceRoutes(processor);
    const keys = { publishableKey: processor.publishableKey(place), clientSecret: setup.clientSecret };
    const post = (path: string, body: string) =>
      routes.handle(new Request(`http://localhost/processor/${path}`, { method: 'POST', body }));
    const way = async (more: object): Promise<{ status: string; url?: string }> =>
      JSON.parse(await (await post('setups/way', JSON.stringify({ ...keys, ...more }))).text());
    return { setup, routes, keys, post, way, read: () => processor.readSetup(place, setup.id) };
  };
  const returnUrl = 'https://yoga.example/cards/add';

  test.each([
    ['approve', 'succeeded', 'succeeded'],
    ['refuse', 'failed', 'requires_payment_method'],
  ])('%s: its page leads back with what Stripe adds to the address', async (decision, told, status) => {
    const { setup, routes, keys, post, way, read } = await open();
    const { url = '', status: asked } = await way({ way: 'redirect', returnUrl });
    expect(asked).toBe('requires_action');
    const page = await routes.handle(new Request(`http://localhost${url.replace('/sandbox', '')}`));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Save your account</h1>')]);
    expect(page.headers.get('content-security-policy')).toEndWith("form-action 'self' https://yoga.example");
    const led = await post('approval', `${new URLSearchParams({ ...keys, decision })}`);
    const expected = new URLSearchParams({
      setup_intent: setup.id,
      setup_intent_client_secret: setup.clientSecret,
      redirect_status: told,
    });
    expect([led.status, led.headers.get('location')]).toEqual([303, `${returnUrl}?${expected}`]);
    expect<string>((await read()).status).toBe(status);
  });

  test('without an address to lead back to, it asks nothing', async () => {
    const { way, read } = await open();
    expect(await way({ way: 'redirect' })).toEqual({ status: 'succeeded' });
    expect((await read()).card).toMatchObject({ type: 'sepa_debit', last4: '3000' });
  });
});
