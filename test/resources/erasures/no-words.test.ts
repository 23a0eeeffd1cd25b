import { beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { API_VERSION } from '../../../src/events/envelope.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { PIXEL } from '../../../src/resources/pictures/receive.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { root } from '../../helpers/sources.ts';
import { importFile } from '../imports/set-up.ts';

const studio = forEachTest(openCardStudio);
const NEW = { metadata: { who: 'Eve' } };
let eve: Member;
let ids: Record<'client' | 'plan' | 'pack' | 'session' | 'booking' | 'payment' | 'checkin' | 'award', string>;

const made = async (path: string, body: object): Promise<string> => {
  const { status, body: answer } = await studio.post(path, body);
  expect([path, status]).toEqual([path, 201]);
  return answer.id;
};

beforeEach(async () => {
  eve = await studio.member({ firstName: 'Eve', lastName: 'Moss', email: 'eve@example.com' });
  const client = eve.clientId;
  const { id: pack, planId: plan } = await sellPackage(studio, client);
  const booking = await addBooking(studio, client, await addSession(studio, { startsIn: 2 * HOUR_MS }));
  const session = await addSession(studio, { startsIn: HOUR_MS });
  const sold = { clientId: client, amount: 500, currency: 'USD', paymentMethod: 'cash', purpose: 'product' };
  const payment = await made('/manage/payments', sold);
  const checkin = await made('/v2/checkins', { clientId: client, siteId: MAIN_SITE });
  const award = await made('/manage/awards', { name: 'First', trigger: 'manual' });
  ids = { client, plan, pack, session, booking, payment, checkin, award };
  await studio.given(studio.post(`/manage/clients/${client}/erase`, { writeOffDebts: true }));
});

type Sent = () => readonly [method: string, path: string, body?: object];

/** Each operation that writes words or metadata about a client. */
const OPERATIONS: Readonly<Record<string, Sent>> = {
  updateClient: () => ['PATCH', `/v2/clients/${ids.client}`, { notes: 'Eve' }],
  createBooking: () => ['POST', '/v2/bookings', { clientId: ids.client, sessionId: ids.session, notes: 'Eve' }],
  updateBooking: () => ['PATCH', `/manage/bookings/${ids.booking}`, { notes: 'Eve called' }],
  createCheckin: () => ['POST', '/v2/checkins', { clientId: ids.client, siteId: MAIN_SITE, ...NEW }],
  sellPackage: () => ['POST', '/manage/packages', { clientId: ids.client, planId: ids.plan, ...NEW }],
  updatePackage: () => ['PATCH', `/manage/packages/${ids.pack}`, NEW],
  adjustPackage: () => ['POST', `/manage/packages/${ids.pack}/adjust`, { delta: 1, reason: 'Eve was ill' }],
  freezePackage: () => ['POST', `/manage/packages/${ids.pack}/freeze`, { reason: 'Eve is away' }],
  cancelPackage: () => ['POST', `/v2/packages/${ids.pack}/cancel`, { reason: 'Eve moved' }],
  recordPayment: () => [
    'POST',
    '/manage/payments',
    {
      clientId: ids.client,
      amount: 500,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'product',
      description: 'For Eve',
    },
  ],
  setClientPhoto: () => ['PUT', `/manage/clients/${ids.client}/photo`, { image: PIXEL }],
  updatePayment: () => ['PATCH', `/manage/payments/${ids.payment}`, { description: 'For Eve' }],
  refundPayment: () => ['POST', `/v2/payments/${ids.payment}/refund`, { notes: 'Eve asked' }],
  grantAward: () => ['POST', `/manage/awards/${ids.award}/grants`, { clientId: ids.client }],
  createMemberLink: () => [
    'POST',
    '/manage/member-links',
    { clientId: ids.client, issuer: 'https://id.example', subject: 'eve' },
  ],
  initiateClientPaymentMethod: () => ['POST', `/manage/clients/${ids.client}/payment-methods`],
};

describe('409 client_erased', () => {
  test.each(Object.keys(OPERATIONS))('%s', async (name) => {
    const [method, path, body] = OPERATIONS[name]?.() ?? ['', ''];
    expect([name, ...errorOf(await studio.send(method, path, body))]).toEqual([name, 409, 'client_erased']);
    expect(studio.events()).toEqual([]);
  });
});

/** Operations that name a client, or a record of a client, and write no words about an erased one. */
const OTHERS: Readonly<Record<string, string>> = {
  mergeClients: 'refuses erased clients as merge_not_allowed',
  declineErasure: 'the request of an erased client is gone',
  cancelBooking: 'the reason is a word of a list, and the bookings ahead are cancelled',
  promoteBooking: 'the bookings ahead are cancelled',
  waivePenalty: 'what was owed is paid or waived',
  addHouseholdMember: 'the words are of a new person: an erased client is refused',
  overrideCheckin: 'a refused check-in of an archived client has no way in',
};

test('the table has each operation with words that names a client', async () => {
  const document = await Bun.file(join(root, `test/golden/openapi-${API_VERSION}.json`)).json();
  const fieldsOf = (schema: { $ref?: string; properties?: object } = {}): string[] => {
    const { $ref: reference } = schema;
    const found = reference === undefined ? schema : document.components.schemas[reference.split('/').at(-1) ?? ''];
    return Object.keys(found.properties ?? {});
  };
  const paths: [
    string,
    Record<string, { operationId: string; requestBody?: { content?: Record<string, { schema?: object }> } }>,
  ][] = Object.entries(document.paths);
  const found = paths.flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) => {
      const fields = fieldsOf(requestBody?.content?.['application/json']?.schema);
      const isOfRecord = /^\/(?:v2|manage)\/(?:clients|bookings|packages|payments|checkins)\/\{id\}/.test(path);
      const hasWords = fields.some((field) => /^(?:notes|metadata|reason|description|image)$/.test(field));
      return fields.includes('clientId') || (isOfRecord && hasWords) ? [operationId] : [];
    }),
  );
  expect(found.filter((id) => OPERATIONS[id] === undefined && OTHERS[id] === undefined)).toEqual([]);
});

const PAID = () => ({ clientId: ids.client, externalId: 'q', amount: 500, currency: 'USD', paymentMethod: 'cash' });

describe('409 client_erased of a row of a file', () => {
  const rows: Readonly<Record<string, () => object>> = {
    clients: () => ({ id: ids.client, notes: 'Eve' }),
    packages: () => ({ clientId: ids.client, planId: ids.plan, externalId: 'p', ...NEW }),
    bookings: () => ({ clientId: ids.client, sessionId: ids.session, externalId: 'b', notes: 'Eve called' }),
    payments: () => ({
      clientId: ids.client,
      externalId: 'q',
      amount: 500,
      currency: 'USD',
      paymentMethod: 'cash',
      refunds: [{ amount: 500, notes: 'Eve asked' }],
    }),
    checkins: () => ({
      clientId: ids.client,
      externalId: 'c',
      siteId: MAIN_SITE,
      checkedInAt: '2026-01-01T10:00:00Z',
      ...NEW,
    }),
    payments_described: () => ({ ...PAID(), description: 'For Eve' }),
    payments_itemized: () => ({ ...PAID(), lineItems: [{ description: 'Gift of Eve', unitAmount: 500 }] }),
    packages_named: () => ({
      clientId: ids.client,
      externalId: 'p',
      name: 'Gift of Eve',
      type: 'unlimited',
      price: 500,
    }),
    packages_described: () => ({ clientId: ids.client, externalId: 'p', planId: ids.plan, description: 'For Eve' }),
    member_links: () => ({ clientId: ids.client, issuer: 'https://id.example', subject: 'eve' }),
  };
  test.each(Object.keys(rows))('%s', async (family) => {
    const { status, body } = await importFile(studio, family.replace(/(?<=^pa[a-z]+)_.*$/, ''), [
      rows[family]?.() ?? {},
    ]);
    expect([status, body.error.details.map(({ code }: { code: string }) => code)]).toEqual([400, ['client_erased']]);
    expect(studio.events()).toEqual([]);
  });
});

test('200 what has no words goes on: a payment, a refund, a credit', async () => {
  const sold = { clientId: ids.client, amount: 500, currency: 'USD', paymentMethod: 'cash', purpose: 'product' };
  expect((await studio.post('/manage/payments', sold)).status).toBe(201);
  expect((await studio.post(`/v2/payments/${ids.payment}/refund`, {})).status).toBe(200);
  expect((await studio.post(`/manage/packages/${ids.pack}/adjust`, { delta: 1 })).status).toBe(200);
  expect((await studio.post('/v2/checkins', { clientId: ids.client, siteId: MAIN_SITE })).status).toBe(201);
});
