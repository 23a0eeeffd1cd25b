import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { openCardStudio } from '../../helpers/cards.ts';
import { openForMembers } from '../../helpers/member-sign-in.ts';

let clientId: string;
const studio = forEachTest(openCardStudio);
beforeEach(async () => {
  const created = await studio.post('/manage/clients', {
    firstName: 'Evelyn',
    lastName: 'Moss',
    email: 'eve@example.com',
    barcode: 'B-10815',
    externalId: 'crm-4711',
    address: { line1: '2 Quay Street' },
    emergencyContact: { name: 'Ruth Fern', phone: '+1 212 555 0107' },
  });
  clientId = created.body.id;
});

const TEXT = 'For Evelyn Moss, eve@example.com, 2 Quay Street, B-10815, crm-4711, care of Ruth Fern';

/** Changes everything that the text names, and sells something with that text. */
const changeAll = async (): Promise<string> => {
  await studio.patch(`/v2/clients/${clientId}`, {
    firstName: 'Ada',
    lastName: 'Reis',
    email: 'ada@example.com',
    barcode: null,
    externalId: null,
    address: { line1: '7 Hill Road' },
    emergencyContact: { name: 'Bo Lind' },
  });
  const sale = { clientId, amount: 500, currency: 'USD', paymentMethod: 'cash', purpose: 'product', description: TEXT };
  return (await studio.post('/manage/payments', sale)).body.id;
};

const erasedDescription = async (paymentId: string): Promise<string> => {
  studio.events();
  expect((await studio.post(`/manage/clients/${clientId}/erase`)).status).toBe(200);
  expect(studio.events()).toEqual(['client.archived', 'client.updated']);
  return (await studio.get(`/v2/payments/${paymentId}`)).body.description;
};

const MASKED = 'For [erased] [erased], [erased], [erased], [erased], [erased], care of [erased]';

describe('what a client was called and how they were reached before', () => {
  test('200 goes from texts of what was sold, as the events tell it', async () => {
    const paymentId = await changeAll();
    studio.db.run('drop trigger auditLogUnchanged');
    studio.db.run('update auditLog set "after" = null');
    expect(await erasedDescription(paymentId)).toBe(MASKED);
  });

  test('200 also when the events are gone, as the audit log tells who was created', async () => {
    const paymentId = await changeAll();
    // As after 30 days.
    studio.db.run('delete from events');
    expect(await erasedDescription(paymentId)).toBe(MASKED);
    const kept = 'select 1 from auditLog where "before" like ?1 or "after" like ?1';
    expect(studio.db.query(kept).all('%Evelyn%')).toEqual([]);
  });
});

test("200 the codes that went to an address before it was a client's go, also where it was one of a merged client", async () => {
  const { studio: own, ask } = await openForMembers();
  const addresses = ['eve@example.com', 'eva@example.com', 'stranger@example.com'];
  for (const email of addresses) await ask(email);
  const [eve = '', eva = ''] = await Promise.all(addresses.slice(0, 2).map((email) => addClient(own, { email })));
  await own.given(own.patch(`/v2/clients/${eve}`, { email: 'ada@example.com' }));
  await own.given(own.post(`/manage/clients/${eve}/merge`, { clientId: eva }));
  const sent = () =>
    own.db.query(`select "toEmail" from "messages" where "kind" = 'member_code' order by "id"`).values().flat();
  expect(sent()).toEqual(addresses);
  await own.given(own.post(`/manage/clients/${eve}/erase`));
  expect(sent()).toEqual(['stranger@example.com']);
});

test('a stored answer about a record that was merged into the client is gone with the client', async () => {
  const other = await addClient(studio, { firstName: 'Eve' });
  const body = { clientId: other, sessionId: await addSession(studio), notes: 'For Eve' };
  const key = { 'idempotency-key': 'noted' };
  expect((await studio.post('/v2/bookings', body, key)).body.notes).toBe('For Eve');
  await studio.given(studio.post(`/manage/clients/${clientId}/merge`, { clientId: other }));
  await studio.given(studio.post(`/manage/clients/${clientId}/erase`, {}));
  const { status, body: repeated } = await studio.post('/v2/bookings', body, key);
  expect([status, repeated.error?.code]).toEqual([409, 'client_erased']);
});
