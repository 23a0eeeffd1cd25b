import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { overwriteDeleted } from '../../../src/database/secure-delete.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { CreateWalkIn } from '../../../src/resources/clients/shapes.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { METHODS, openCardStudio } from '../../helpers/cards.ts';
import { createPlan } from '../../helpers/sales.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';
import { imported } from '../imports/set-up.ts';
import { MARK, marked } from './marked.ts';

let receiver: ReturnType<typeof Bun.serve>;
const received: string[] = [];
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  overwriteDeleted(studio.db);
  received.length = 0;
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text();
      received.push(body);
      return new Response(`got ${body}`);
    },
  });
});
afterEach(async () => {
  await studio.app.stop();
  await receiver.stop(true);
});

/** The names of the tables with the mark in a column, and what is searched for in every table. */
const tablesWith = (mark: string): string[] => {
  const tables = studio.db
    .query("select name from sqlite_schema where type = 'table' and name not like '%Search%' order by name")
    .all() as { name: string }[];
  return tables
    .map(({ name }) => name)
    .filter((name) =>
      JSON.stringify(studio.db.query(`select * from "${name}"`).all())
        .toLowerCase()
        .includes(mark),
    );
};

/** Whether the pages of the database, used or free, contain a text. */
const isInFile = (text: string): boolean => {
  const bytes = Buffer.from(studio.db.serialize());
  return bytes.includes(text) || bytes.toString('latin1').toLowerCase().includes(text);
};

const sent = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
  const response = await studio.send(method, path, body, headers);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

/** A letter that nothing else contains: the search index cuts texts in parts of three letters. */
const RARE = 'ꙮ';

const NAMES = { firstName: `${MARK}first${RARE}`, lastName: `${MARK}last` };
const FULL = `${NAMES.firstName} ${NAMES.lastName}`;
const own = (key: string) => ({ metadata: { [`${MARK}${key}`]: FULL }, externalId: `For ${FULL}` });

/** A client with the mark in every text, and records of every family. */
const live = async () => {
  const keyed = { 'idempotency-key': 'create' };
  await sent('POST', '/v2/webhooks', {
    name: 'All',
    url: `http://127.0.0.1:${receiver.port}/`,
    eventTypes: ['*', 'checkIn'],
  });
  const fields = marked(CreateWalkIn) as Record<string, unknown>;
  const body = { ...fields, ...NAMES, barcode: `${MARK}-0815`, customProperties: { [`${MARK}a`]: { b: [FULL] } } };
  const { id: clientId } = await sent('POST', '/v2/clients', { ...body, firstName: `${MARK}former` }, keyed);
  await sent('PATCH', `/v2/clients/${clientId}`, { firstName: NAMES.firstName, phone: '+1 212 555 0107' });
  await sent('PATCH', `/v2/clients/${clientId}`, { address: { line1: `${MARK} 2` }, notes: `${MARK} `.repeat(1_500) });

  const eve = await studio.signedIn(clientId);
  const { body: setup } = await eve.initiate({ 'idempotency-key': 'setup' });
  await studio.sandbox.confirm(setup.publishableKey, setup.setupIntentClientSecret, {
    number: '4242 4242 4242 4242',
    expMonth: 12,
    expYear: 2030,
    cvc: '123',
    name: FULL,
  });
  expect((await eve.complete(setup.id)).status).toBe(200);

  const planId = await createPlan(studio);
  const sale = { clientId, planId, paymentMethod: 'card', ...own('sale') };
  const pack = await sent('POST', '/manage/packages', sale, { 'idempotency-key': 'sale' });
  await sent('PATCH', `/manage/packages/${pack.id}`, {
    name: `Gift of ${FULL}`,
    category: `${MARK}first${RARE}`,
    description: `for ${FULL}`,
    ...own('package'),
  });
  await sent('POST', `/manage/packages/${pack.id}/adjust`, { delta: 1, reason: `${MARK} was ill` });
  const other = await sent('POST', '/manage/packages', { clientId, planId, paymentMethod: 'cash' });
  await sent('POST', `/manage/packages/${other.id}/freeze`, { reason: `${MARK} is away` });
  await sent('POST', `/v2/packages/${other.id}/cancel`, { reason: `${MARK} moved` });
  const held = await sent('POST', '/manage/packages', { clientId, planId, paymentMethod: 'cash' });
  await sent('PATCH', `/manage/packages/${held.id}`, { onHold: true, holdReason: `${MARK} owes us` });

  const sessionId = await addSession(studio, { startsIn: HOUR_MS });
  const booking = await sent(
    'POST',
    '/v2/bookings',
    { clientId, sessionId, notes: `${MARK} back pain`, ...own('booking') },
    { 'idempotency-key': 'booking' },
  );
  await sent('PATCH', `/manage/bookings/${booking.id}`, { notes: `${MARK} knee` });
  await sent('POST', '/v2/checkins', { locationId: MAIN_SITE, barcode: `${MARK}-0815`, sessionId, ...own('checkin') });
  await sent('PATCH', '/v2/settings', { payment: { noShowFee: 900, feesApplyTo: 'all' } });
  const missed = await sent('POST', '/v2/bookings', {
    clientId,
    sessionId: await addSession(studio, { startsIn: 2 * HOUR_MS }),
  });
  await sent('POST', `/v2/bookings/${missed.id}/noshow`);
  await sent('POST', `/manage/bookings/${missed.id}/waive-penalty`, { reason: `${MARK} was in hospital` });
  const full = await addSession(studio, { startsIn: 3 * HOUR_MS, capacity: 1, waitlistEnabled: 1 });
  const bob = await studio.member();
  const first = await sent('POST', '/v2/bookings', { clientId: bob.clientId, sessionId: full });
  const waits = await sent('POST', '/v2/bookings', { clientId, sessionId: full, joinWaitlist: true });
  await sent('POST', `/v2/bookings/${first.id}/cancel`, { reason: 'other' });
  const promote = await studio.post(`/manage/bookings/${waits.id}/promote`, { reason: `${MARK} begged` });
  expect([200, 409]).toContain(promote.status);

  const payment = await sent(
    'POST',
    '/manage/payments',
    {
      clientId,
      amount: 500,
      currency: 'USD',
      paymentMethod: 'card',
      paymentMethodId: setup.id,
      purpose: 'product',
      description: `Mat for ${FULL}`,
      lineItems: [{ description: `Mat of ${MARK}former`, unitAmount: 500 }],
      ...own('payment'),
    },
    { 'idempotency-key': 'payment' },
  );
  await sent(
    'POST',
    `/v2/payments/${payment.id}/refund`,
    { amount: 100, notes: `${MARK} complained` },
    { 'idempotency-key': 'refund' },
  );
  await sent('POST', '/manage/member-links', { clientId, issuer: 'https://id.example', subject: `${MARK}|sub` });
  await imported(studio, 'payments', [
    {
      externalId: `old ${FULL}`,
      clientId,
      amount: 1,
      paymentMethod: 'external',
      status: 'failed',
      description: `by ${FULL}`,
      failureMessage: `${FULL} has no funds`,
      failureCode: 'x',
      paymentMethodDetails: { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030, paymentMethodId: null },
    },
  ]);
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  return { clientId, eve, methodId: setup.id as string, sale };
};

describe('an erased client', () => {
  test('is in no table of the database any more, nor in a free page of its file', async () => {
    const { clientId, eve, methodId, sale } = await live();
    // The deliveries have gone out, and their responses are stored.
    expect(received.some((body) => body.includes(MARK))).toBe(true);
    const before = tablesWith(MARK);
    expect(before).toEqual([
      'auditLog',
      'bookings',
      'charges',
      'checkins',
      'clientTags',
      'clients',
      'creditLedger',
      'events',
      'memberLinks',
      'packages',
      'paymentMethods',
      'payments',
      'refunds',
      'sandboxProcessor',
      'sandboxProcessorRequests',
      'webhookDeliveries',
    ]);
    expect([isInFile(MARK), isInFile(RARE)]).toEqual([true, true]);
    const counts = () =>
      Object.fromEntries(
        ['bookings', 'payments', 'packages', 'checkins', 'refunds'].map((name) => [name, studio.count(name)]),
      );
    const records = counts();

    const erased = await studio.post(`/manage/clients/${clientId}/erase`, { writeOffDebts: true });

    expect([erased.status, erased.body.erasedAt]).toEqual([200, expect.any(String)]);
    expect(tablesWith(MARK)).toEqual([]);
    expect(isInFile(MARK)).toBe(false);
    expect(counts()).toEqual(records);
    expect((await studio.get(`/v2/payments?client_id=${clientId}&limit=100`)).body.data.length).toBeGreaterThan(4);

    // Stored answers are sealed, so they are looked at by repeating the requests.
    const repeated = await studio.post('/manage/packages', sale, { 'idempotency-key': 'sale' });
    expect([repeated.status, repeated.body.error.code]).toEqual([409, 'client_erased']);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    const stored = studio.db.query('select answer from idempotency').all() as { answer: Uint8Array }[];
    const answers = stored.map(({ answer }) => studio.seal.open(answer));
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter((text) => text.toLowerCase().includes(MARK) || text.includes(methodId))).toEqual([]);
    expect((await eve.call('GET', METHODS)).status).toBe(403);

    // The search index finds nobody, and loses the letters in the night.
    expect((await studio.get(`/v2/clients?search=${MARK}&include_archived=true`)).body.data).toEqual([]);
    expect(isInFile(RARE)).toBe(true);
    await studio.time.skipTo(studio.time.now() + DAY_MS);
    expect([isInFile(RARE), isInFile(MARK), tablesWith(MARK)]).toEqual([false, false, []]);
    expect(studio.db.query('select * from clientErasures').all()).toEqual([]);
  });

  test('is in no file of an export, and a whole export comes into another studio', async () => {
    const { clientId } = await live();
    await studio.post(`/manage/clients/${clientId}/erase`);
    for (const format of ['json', 'csv'] as const) {
      const files = await exportAll(studio, format);
      expect([...files].filter(([, file]) => file.toLowerCase().includes(MARK))).toEqual([]);
      const other = await emptyStudio(studio);
      await importAll(other, files, format);
      expect((await other.get(`/v2/clients/${clientId}`)).body).toEqual(
        (await studio.get(`/v2/clients/${clientId}`)).body,
      );
      expect((await other.get(`/v2/payments?client_id=${clientId}&limit=100`)).body.data.length).toBeGreaterThan(4);
      await other.app.stop();
    }
  });

  test('events and deliveries stay valid, and are delivered without personal data', async () => {
    const { clientId } = await live();
    const { data: deliveries } = (await studio.get('/v2/webhooks')).body;
    const path = `/v2/webhooks/${deliveries[0].id}/deliveries`;
    const updated = (await studio.get(`/manage/events?client_id=${clientId}&type=client.updated&limit=1`)).body.data[0];
    expect(updated.data.changes.notes ?? updated.data.changes.address).toBeDefined();
    await studio.post(`/manage/clients/${clientId}/erase`);
    const clean = (await studio.get(`/manage/events/${updated.id}`)).body;
    expect(clean).toEqual({ ...updated, data: { ...updated.data, changes: {}, previous: {} } });
    const legacy = (await studio.get(`/manage/events?client_id=${clientId}&type=checkIn`)).body.data[0].data;
    expect(legacy).toMatchObject({
      clientID: clientId,
      firstName: null,
      email: null,
      checkInStatus: expect.any(String),
    });
    const card = (await studio.get(`/manage/events?client_id=${clientId}&type=payment_method.added`)).body.data[0];
    expect(card.data).toMatchObject({ brand: 'unknown', last4: '' });
    received.length = 0;
    for (const { id, eventId } of (await studio.get(`${path}?limit=100`)).body.data) {
      if (eventId === updated.id) expect((await studio.post(`${path}/${id}/redeliver`)).status).toBe(200);
      const { body } = await studio.get(`${path}/${id}`);
      expect(body.responseSnippet ?? '').not.toContain(MARK);
    }
    expect(received.length).toBeGreaterThan(0);
    expect(received.join().toLowerCase()).not.toContain(MARK);
  });
});
