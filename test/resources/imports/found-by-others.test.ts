import { beforeEach, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { createClient, createPlan, paymentBody } from '../../helpers/sales.ts';
import { complaints, imported, importFile } from './set-up.ts';

// By what a row finds a record again, external ids and others, a credential of one site finds no records of other sites.

let here: string;
let headers: Record<string, string>;
let far: string;
let near: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  here = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  headers = await studio.withKey({ siteIds: [here] });
  far = await createClient(studio, { externalId: 'x', email: 'far@example.com' });
  near = await createClient(studio, { homeLocationId: here });
});

const send = (family: string, row: object) => importFile(studio, family, [row], { headers });

/** What is wrong with a row. */
const wrong = async (family: string, row: object) => {
  const { status, body } = await send(family, row);
  const [{ column, code, message, clientId, staffId }] = body.error.details;
  return { status, column, code, message, named: clientId ?? staffId };
};

const externalId = 'x';
const colleague = { firstName: 'Ann', lastName: 'Lee', role: 'front_desk', externalId };
const schedule = { name: 'Flow', startDate: '2026-03-05', startTime: '07:00', durationMinutes: 30, externalId };
const once = { ...schedule, recurrenceRule: { frequency: 'weekly', count: 1 } };

test('400 an external id that a record of another site has, without whose it is', async () => {
  await addBooking(studio, far, await addSession(studio));
  await studio.patch(`/manage/bookings/${(await studio.get('/v2/bookings')).body.data[0].id}`, { externalId });
  await studio.post('/manage/payments', paymentBody(far, { externalId }));
  await createPlan(studio, { externalId, eligibleSiteIds: [MAIN_SITE] });
  await studio.post('/v2/schedules', { ...once, siteId: MAIN_SITE });
  await studio.post('/v2/staff', { ...colleague, email: 'a@example.com', siteIds: [MAIN_SITE] });
  await studio.given(addEntry(studio, { externalId, siteIds: [MAIN_SITE] }));
  const rows = {
    clients: { externalId, firstName: 'Bob', lastName: 'Ray', homeLocationId: here },
    bookings: { externalId, clientId: near, sessionId: await addSession(studio, { siteId: here }) },
    payments: { externalId, clientId: near, siteId: here, amount: 100, paymentMethod: 'cash' },
    plans: { externalId, name: 'Ten', type: 'unlimited', price: 1, currency: 'USD', eligibleSiteIds: [here] },
    schedules: { ...once, siteId: here },
    staff: { ...colleague, email: 'b@example.com', siteIds: [here] },
    content_entries: { externalId, title: 'Own', type: 'article', siteIds: [here] },
  };
  for (const [family, row] of Object.entries(rows)) {
    const refused = { status: 400, column: 'externalId', code: 'external_id_exists', named: undefined };
    expect([family, await wrong(family, row)]).toMatchObject([family, refused]);
  }
  expect(studio.events()).toEqual([]);
});

test('400 a taken email: it names a client, as the contract says, and a staff member to whoever sees them', async () => {
  const { id } = (await studio.post('/v2/staff', { ...colleague, email: 'desk@example.com', siteIds: [MAIN_SITE] }))
    .body;
  const staff = { ...colleague, externalId: 'y', email: 'desk@example.com', siteIds: [here] };
  expect(await wrong('staff', staff)).toEqual({
    status: 400,
    column: 'email',
    code: 'staff_email_exists',
    named: undefined,
    message: "Another staff member has the email 'desk@example.com'. Send another email.",
  });
  const client = { firstName: 'Bob', lastName: 'Ray', email: 'far@example.com', homeLocationId: here };
  expect(await wrong('clients', client)).toEqual({
    status: 400,
    column: 'email',
    code: 'client_email_exists',
    named: far,
    message: `The client '${far}' has the email 'far@example.com'. Use that client, or send another email.`,
  });
  const direct = await studio.post('/v2/staff', staff, headers);
  expect([direct.status, direct.body.error.details[0].staffId]).toEqual([409, undefined]);
  const seen = await studio.post('/v2/staff', { ...staff, siteIds: [] });
  expect([seen.status, seen.body.error.details[0].staffId]).toEqual([409, id]);
});

test('400 a taken site code, barcode, subject, card or charge, without whose it is', async () => {
  await studio.patch(`/v2/clients/${far}`, { barcode: 'b-1' });
  await studio.patch(`/v2/sites/${MAIN_SITE}`, { code: 'DOWN' });
  const link = { issuer: 'https://id.example', subject: '1' };
  const card = { processor: 'stripe', mode: 'live', customerId: 'cus_1', cardId: 'pm_1' };
  const processor = { name: 'stripe', mode: 'live', account: null, chargeId: 'ch_1' };
  const payment = { externalId: 'c', amount: 1, paymentMethod: 'card', processor };
  await imported(studio, 'member_links', [{ ...link, clientId: far }]);
  await imported(studio, 'payment_methods', [{ ...card, clientId: far }]);
  await studio.given(imported(studio, 'payments', [{ ...payment, clientId: far }]));
  const bob = { firstName: 'Bob', lastName: 'Ray', externalId: 'b', homeLocationId: here, barcode: 'b-1' };
  const messages = [
    await wrong('sites', { id: here, code: 'DOWN' }),
    await wrong('clients', bob),
    await wrong('member_links', { ...link, clientId: near }),
    await wrong('payment_methods', { ...card, clientId: near }),
    await wrong('payments', { ...payment, clientId: near }),
  ].map(({ column, message }) => `${column}: ${message}`);
  expect(messages).toEqual([
    "code: The code 'DOWN' is used by another site. Choose another code.",
    "barcode: The barcode 'b-1' belongs to another client. Use another one.",
    'subject: This subject is linked to another client. Leave the row out, or correct it.',
    "cardId: Another payment method is the card 'pm_1'. Leave one of them out.",
    "processor.chargeId: Another payment has the charge 'ch_1'. Leave 'processor' out, or correct it.",
  ]);
  const direct = await studio.post('/manage/member-links', { ...link, clientId: near }, headers);
  expect(direct.body.error.message).toBe('This subject is linked to another client. Send another subject.');
  expect(studio.events()).toEqual([]);
});

test('400 an entry by its slug, and a home by the name of its site', async () => {
  const { slug } = await addEntry(studio, { title: 'Far', siteIds: [MAIN_SITE] });
  const row = { slug, title: 'Own', type: 'article', siteIds: [here] };
  expect(complaints(await send('content_entries', row))).toEqual(['1 null slug_exists']);
  const { name } = (await studio.get(`/v2/sites/${MAIN_SITE}`)).body;
  const bob = (homeLocationName: string) => ({ externalId: 'b', firstName: 'Bob', lastName: 'Ray', homeLocationName });
  expect(complaints(await send('clients', bob(name)))).toEqual(['1 homeLocationName resource_missing']);
  expect((await send('clients', bob('uptown'))).body.created).toBe(1);
});

test('404 the id of a record of a client of another site, in every family without a site of its own', async () => {
  const measured = {
    value: 1,
    recordedAt: '2026-01-01T00:00:00Z',
    externalId: 'm',
    clientId: far,
  };
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better' };
  const { id: contentEntryId } = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const at = '2026-02-05T00:00:00Z';
  const card = { processor: 'stripe', mode: 'live', customerId: 'cus_1', cardId: 'pm_1' };
  const rows = {
    metric_entries: { ...measured, contentEntryId },
    member_links: { clientId: far, issuer: 'https://id.example', subject: '1' },
    agreements: { clientId: far, kind: 'waiver', version: '1', text: 'x', name: 'A', signedAt: at },
    payment_methods: { clientId: far, ...card },
    facts: { clientId: far, kind: 'watched_minutes', at, value: 1 },
  };
  for (const [family, row] of Object.entries(rows)) {
    const [{ id }] = (await imported(studio, family, [row])).results;
    const { code, message } = await wrong(family, { ...row, id, clientId: near });
    expect([family, code, message.includes(far)]).toEqual([family, 'resource_not_found', false]);
  }
});
