import { beforeEach, describe, expect, test } from 'bun:test';
import { addressRefused } from '../../../src/resources/messages/addresses.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { createClient, sellPackage, UNKNOWN } from '../../helpers/sales.ts';

let studio: Studio;
let mails: Awaited<ReturnType<typeof openMailStudio>>['mails'];
let clientId: string;
let paymentId: string;

const send = (id = paymentId, headers: Record<string, string> = {}) =>
  studio.post(`/manage/payments/${id}/receipt/send`, undefined, headers);
/** Lets mails go, and returns to whom they went since the last time. */
const sent = async (): Promise<string[]> => {
  await studio.time.moveTo(studio.time.now() + 60_000);
  return mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
};

beforeEach(async () => {
  ({ studio, mails } = await openMailStudio());
  clientId = await createClient(studio, { email: 'ann@example.com' });
  ({ paymentId } = await sellPackage(studio, clientId));
  expect(await sent()).toHaveLength(1);
  studio.events();
});

describe('POST /manage/payments/{id}/receipt/send', () => {
  test('202 sends the mail of a receipt once more, as often as it is asked for', async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([202, { object: 'sent_receipt', paymentId, clientId, email: 'ann@example.com' }]);
    expect(studio.events()).toEqual([]);
    const [mail = ''] = await sent();
    expect(mail).toStartWith('ann@example.com: ');
    await studio.given(send());
    expect(await sent()).toEqual([mail]);
    const { body: messages } = await studio.get(`/manage/messages?client_id=${clientId}`);
    expect(messages.data.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)).toEqual([
      'receipt sent',
      'receipt sent',
      'receipt sent',
    ]);
    const { body: entries } = await studio.get('/manage/audit-log?limit=1');
    expect(entries.data[0].action ?? entries.data[0].type).toBe('sendPaymentReceipt');
  });

  test('202 once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'receipt' };
    await studio.given(send(paymentId, key));
    const { status, headers } = await send(paymentId, key);
    expect([status, headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(await sent()).toHaveLength(1);
  });

  test('202 without the address for who may not read clients, 403 for who may not sell', async () => {
    const seller = await addStaffKey(studio, {
      role: 'front_desk',
      permissionOverrides: { grant: [], revoke: ['clients:read'] },
    });
    expect((await send(paymentId, seller.headers)).body).toMatchObject({ clientId, email: null });
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await send(paymentId, instructor.headers)).status).toBe(403);
  });

  test('404 for an unknown payment', async () => {
    expect(errorOf(await send(UNKNOWN))).toEqual([404, 'resource_not_found']);
  });

  test('409 mail_not_possible without an address, and where mails are off at the site', async () => {
    const { id } = await studio.given(studio.post('/manage/clients', { firstName: 'Walk', lastName: 'In' }));
    const sale = await sellPackage(studio, id);
    expect(errorOf(await send(sale.paymentId))).toEqual([409, 'mail_not_possible']);
    await studio.given(
      studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, { notification: { channels: { email: false } } }),
    );
    const { body } = await send();
    expect([body.error.code, body.error.message]).toEqual([
      'mail_not_possible',
      'Mails are turned off at this site. Turn them on in the settings, or print the receipt.',
    ]);
    studio.events();
    expect(await sent()).toEqual([]);
  });

  test('409 mail_not_possible where mails to the address come back', async () => {
    await studio.store.write((tx) => {
      for (let refusal = 0; refusal < 3; refusal += 1) addressRefused(tx, 'ann@example.com', '550 unknown');
    });
    expect(errorOf(await send())).toEqual([409, 'mail_not_possible']);
    expect(studio.events()).toEqual([]);
  });

  test('409 mail_not_set_up without a mail server', async () => {
    studio = await openStudio();
    const sale = await sellPackage(studio, await createClient(studio));
    studio.events();
    expect(errorOf(await send(sale.paymentId))).toEqual([409, 'mail_not_set_up']);
    expect(studio.events()).toEqual([]);
  });
});
