import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { CARDS, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { createClient, createPlan, UNKNOWN } from '../../helpers/sales.ts';

let clientId: string;
let desk: { headers: Record<string, string>; id: string };
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
  desk = await addStaffKey(studio, { role: 'front_desk' });
});

const cards = (of = clientId) => `/manage/clients/${of}/payment-methods`;
const begin = (headers?: Record<string, string>) => studio.post(cards(), undefined, { ...desk.headers, ...headers });
const complete = (id: string, of = clientId) => studio.post(`${cards(of)}/${id}/complete`, undefined, desk.headers);
const saved = async (number: string = CARDS.good) => {
  const { body: setup } = await begin();
  await studio.confirm(setup, number);
  return studio.given(complete(setup.id));
};
const listed = async () => (await studio.get(cards(), desk.headers)).body.data;

describe('a card at the desk', () => {
  test('200 begun, confirmed at the processor, completed, and listed', async () => {
    const { status, body: setup } = await begin();
    expect([status, setup]).toMatchObject([
      200,
      { object: 'payment_method_setup', mode: 'test', processorAccount: null },
    ]);
    expect([await listed(), studio.events()]).toEqual([[], []]);
    await studio.confirm(setup);
    const { status: done, body: card } = await complete(setup.id);
    expect([done, card]).toMatchObject([
      200,
      {
        object: 'payment_method',
        id: setup.id,
        status: 'active',
        isDefault: true,
        card: { brand: 'visa', last4: '4242' },
      },
    ]);
    expect(studio.events()).toEqual(['payment_method.added']);
    expect(await listed()).toEqual([card]);
    const { body: client } = await studio.get(`/v2/clients/${clientId}`);
    expect(client.defaultPaymentMethod).toMatchObject({ last4: '4242' });
  });

  test('is charged for a sale at once', async () => {
    const { id: paymentMethodId } = await saved();
    const sale = { clientId, planId: await createPlan(studio), paymentMethod: 'card', paymentMethodId };
    expect((await studio.post('/manage/packages', sale, desk.headers)).status).toBe(201);
    expect(studio.taken().count).toBe(1);
  });

  test('200 the same idempotency key begins one setup; completing twice is once', async () => {
    const key = { 'idempotency-key': 'card 1' };
    const first = await begin(key);
    expect((await begin(key)).body).toEqual(first.body);
    await studio.confirm(first.body);
    expect((await complete(first.body.id)).status).toBe(200);
    expect((await complete(first.body.id)).status).toBe(200);
    expect(studio.events()).toEqual(['payment_method.added']);
  });

  test('200 another default; 200 removed, and the newest of the others becomes the default', async () => {
    const first = await saved();
    const second = await saved(CARDS.noFunds);
    const { body } = await studio.post(`${cards()}/${second.id}/default`, undefined, desk.headers);
    expect([body.id, body.isDefault]).toEqual([second.id, true]);
    expect(studio.events()).toEqual(['payment_method.default_changed']);
    const removed = await studio.delete(`${cards()}/${second.id}`, desk.headers);
    expect(removed.body).toEqual({ id: second.id, object: 'payment_method', deleted: true });
    expect(studio.events()).toEqual(['payment_method.removed', 'payment_method.default_changed']);
    expect((await listed()).map(({ id, isDefault }: { id: string; isDefault: boolean }) => [id, isDefault])).toEqual([
      [first.id, true],
    ]);
  });

  test('409 not confirmed, declined, in use by a renewal, at the limit, an archived client', async () => {
    const { body: setup } = await begin();
    expect(errorOf(await complete(setup.id))).toEqual([409, 'payment_method_setup_incomplete']);
    expect(errorOf(await studio.post(`${cards()}/${setup.id}/default`, undefined, desk.headers))).toEqual([
      409,
      'payment_method_setup_incomplete',
    ]);
    await studio.confirm(setup, CARDS.declined);
    expect(errorOf(await complete(setup.id))).toEqual([409, 'payment_method_setup_failed']);
    const { id } = await saved();
    const planId = await createPlan(studio, { autoRenews: true });
    await studio.given(studio.post('/manage/packages', { clientId, planId, paymentMethod: 'card' }));
    expect(errorOf(await studio.delete(`${cards()}/${id}`, desk.headers))).toEqual([409, 'payment_method_in_use']);
    await studio.given(studio.patch('/v2/settings', { payment: { maxSavedMethods: 1 } }));
    expect(errorOf(await begin())).toEqual([409, 'payment_method_limit']);
    await studio.given(studio.delete(`/v2/clients/${clientId}`));
    const refused = await begin();
    expect([errorOf(refused), refused.body.error.message]).toEqual([
      [409, 'client_archived'],
      'The client is archived. Restore the client first.',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('503 while the processor does not answer; the next attempt succeeds', async () => {
    studio.faulty.at('createSetup', 'down');
    expect((await begin()).status).toBe(503);
    expect((await begin()).status).toBe(200);
  });

  test("404 another client's card, an unknown card, an unknown client", async () => {
    const { id } = await saved();
    const other = await createClient(studio);
    for (const [method, path] of [
      ['POST', `${cards(other)}/${id}/complete`],
      ['POST', `${cards(other)}/${id}/default`],
      ['DELETE', `${cards(other)}/${id}`],
      ['DELETE', `${cards()}/${UNKNOWN}`],
      ['GET', cards(UNKNOWN)],
      ['POST', cards(UNKNOWN)],
    ] as const) {
      expect(errorOf(await studio.send(method, path, undefined, desk.headers))).toEqual([404, 'resource_not_found']);
    }
    expect([(await listed()).length, studio.events()]).toEqual([1, []]);
  });

  test('403 for an instructor; 404 for the desk of another site', async () => {
    const teacher = await addStaffKey(studio, { role: 'instructor' });
    expect(errorOf(await studio.get(cards(), teacher.headers))).toEqual([403, 'permission_denied']);
    const { id } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const away = await addStaffKey(studio, { role: 'front_desk', siteIds: [id] });
    expect((await studio.get(cards(), away.headers)).status).toBe(404);
    expect(
      (await studio.get(cards(), (await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE] })).headers))
        .status,
    ).toBe(200);
  });

  test('is in the audit log with who added it, without its secret', async () => {
    const { body: setup } = await begin();
    await studio.confirm(setup);
    await complete(setup.id);
    const { data } = (await studio.get('/manage/audit-log')).body;
    const [completed, begun] = data;
    expect(completed).toMatchObject({ type: 'completeClientPaymentMethod', actor: desk.id, clientId });
    expect(begun).toMatchObject({ type: 'initiateClientPaymentMethod', actor: desk.id, recordId: setup.id });
    expect(JSON.stringify(data)).not.toContain(setup.setupIntentClientSecret);
  });
});
