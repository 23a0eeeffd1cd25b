import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Tx } from '../../../src/database/database.ts';
import type { Mail } from '../../../src/mail/transport.ts';
import { clientById } from '../../../src/resources/clients/queries.ts';
import { askForErasure } from '../../../src/resources/erasures/requests/requests.ts';
import { endPackage, withdrawEnd } from '../../../src/resources/packages/lifecycle/end.ts';
import { Package, type PackageRow } from '../../../src/resources/packages/record.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { imported } from '../imports/set-up.ts';

let studio: Awaited<ReturnType<typeof openMailStudio>>['studio'];
let mails: readonly Mail[];
let ann: string;
let id: string;

beforeEach(async () => {
  ({ studio, mails } = await openMailStudio());
  ann = await addClient(studio, { firstName: 'Ann', email: 'ann@members.example' });
  const plan = { name: 'Monthly', type: 'unlimited', creditsTotal: null, validityDays: 30, noticeDays: 20 };
  ({ id } = await sellPackage(studio, ann, plan));
  const card = { clientId: ann, processor: 'sandbox', mode: 'test', customerId: 'cus', cardId: 'pm' };
  const paymentMethodId = (await imported(studio, 'payment_methods', [card])).results[0].id;
  await studio.patch(`/manage/packages/${id}`, { autoRenews: true, paymentMethodId });
  await pass();
});
afterEach(() => studio.app.stop());

const pass = () => studio.time.moveTo(studio.time.now() + 1_000);
const change = (act: (tx: Tx, row: PackageRow) => unknown) =>
  studio.store.write((tx) => void act(tx, Package.rows.find(tx, id) as never));
const subjects = () => mails.map(({ subject }) => subject);

test('a member who ends a package has it in writing, with the date and what is still charged', async () => {
  await change(endPackage);
  await pass();
  const mail = mails.at(-1);
  expect(mail?.subject).toBe('Monthly ends on April 1, 2026');
  expect(mail?.text).toContain('Until then nothing changes, and you will not be charged again.');
});

test('who takes it back at once gets no such mail', async () => {
  await change(endPackage);
  await change((tx, row) => withdrawEnd(tx, { kind: 'member', clientId: ann } as never, row));
  await pass();
  expect(subjects().join()).not.toContain('ends on');
});

test('who is not erased reads why', async () => {
  await studio.store.write((tx) => askForErasure(tx, clientById(tx, ann) as never));
  await studio.post(`/manage/clients/${ann}/decline-erasure`, { reason: 'A payment is open.' });
  await pass();
  expect(mails.at(-1)?.text).toContain('They declined: A payment is open.');
});

test('who has used the last credit of what renews reads when new credits come', async () => {
  const { paymentMethodId } = (await studio.get(`/manage/packages/${id}`)).body;
  const { id: packageId } = await sellPackage(studio, ann, { name: 'One class', creditsTotal: 1, validityDays: 30 });
  await studio.given(studio.patch(`/manage/packages/${packageId}`, { autoRenews: true, paymentMethodId }));
  const body = { clientId: ann, sessionId: await addSession(studio), packageId };
  await studio.given(studio.post('/v2/bookings', body));
  await pass();
  const mail = mails.find(({ subject }) => subject === 'Your One class has no credits left');
  expect(mail?.text).toContain('You get new ones when it renews on April 1, 2026.');
  expect(mail?.text).not.toContain('Buy a new pass');
});
