// What happens at the desk.

import { addPerson, nowOf, rowsOf, send, type World } from '../world.ts';
import {
  type Act,
  aMomentLater,
  done,
  short,
  someBooking,
  someClient,
  somePackage,
  somePayment,
  someSession,
} from './act.ts';

const maybe = (isSo: boolean, fields: object): object => (isSo ? fields : {});

const book: Act = async (world, choose) => {
  const [clientId, sessionId] = [someClient(world, choose), someSession(world, choose)];
  const body = {
    clientId,
    sessionId,
    joinWaitlist: !choose.once(4),
    ...maybe(choose.once(12), { overrideCapacity: true }),
  };
  return done(`${short(clientId)} ${short(sessionId)}`, await send(world, 'POST', '/v2/bookings', body));
};

const cancel: Act = async (world, choose) => {
  const id = someBooking(world, choose, `status <> 'cancelled' and startTime > '${nowOf(world)}'`);
  if (id === undefined) return undefined;
  const body = {
    ...maybe(choose.once(6), { isLateCancel: choose.once(2) }),
    ...maybe(choose.once(6), { waivePenalty: true }),
  };
  return done(short(id), await send(world, 'POST', `/v2/bookings/${id}/cancel`, body));
};

/** Somebody who has booked comes to a session that begins about now. */
const arrive =
  (verb: 'checkin' | 'noshow'): Act =>
  async (world, choose) => {
    const now = world.program.studio.time.now();
    const [from, to] = [now - 3 * 3_600_000, now + 3_600_000].map((each) => new Date(each).toISOString());
    const id = someBooking(world, choose, `status <> 'cancelled' and startTime between '${from}' and '${to}'`);
    if (id === undefined) return undefined;
    const response = await send(world, 'POST', `/v2/bookings/${id}/${verb}`, {});
    if (response.status >= 300 || !choose.once(5)) return done(short(id), response);
    await aMomentLater(world);
    return done(`${short(id)} undone`, await send(world, 'POST', `/manage/bookings/${id}/undo`, {}));
  };

const onBooking =
  (verb: string, condition: string): Act =>
  async (world, choose) => {
    const id = someBooking(world, choose, condition);
    return id === undefined
      ? undefined
      : done(short(id), await send(world, 'POST', `/manage/bookings/${id}/${verb}`, {}));
  };

const comeIn: Act = async (world, choose) => {
  const clientId = someClient(world, choose);
  const body = {
    clientId,
    locationId: choose.once(4) ? world.otherSite : world.mainSite,
    ...maybe(choose.once(2), { source: 'kiosk' }),
  };
  return done(short(clientId), await send(world, 'POST', '/v2/checkins', body));
};

const walkIn: Act = async (world) => done('', await addPerson(world));

const sell: Act = async (world, choose) => {
  const paymentMethod = choose.of(['cash', 'cash', 'comp', 'external', 'card']);
  const body = { clientId: someClient(world, choose), planId: choose.of(world.plans), paymentMethod };
  return done(`${short(body.clientId)} ${paymentMethod}`, await send(world, 'POST', '/manage/packages', body));
};

const charge: Act = async (world, choose) => {
  const card = choose.of(
    rowsOf(world, `select id, clientId from paymentMethods where status = 'active' order by id desc limit 12`),
  );
  const [paymentMethod, clientId] = card === undefined ? ['cash', someClient(world, choose)] : ['card', card.clientId];
  const by = card === undefined ? {} : { paymentMethodId: card.id };
  const body = {
    clientId,
    amount: 100 + choose.below(4_000),
    currency: 'USD',
    paymentMethod,
    purpose: 'product',
    ...by,
  };
  const paid = await send(world, 'POST', '/manage/payments', body);
  if (paid.status >= 300 || !choose.once(4)) return done(`${short(body.clientId)} ${paymentMethod}`, paid);
  await aMomentLater(world);
  return done(`${short(paid.body.id)} void`, await send(world, 'POST', `/manage/payments/${paid.body.id}/void`));
};

/** The fee of a booking is paid at the desk. */
const payFee: Act = async (world, choose) => {
  const row = choose.of(
    rowsOf(
      world,
      `select id, clientId, penalty ->> '$.amount' as amount, penalty ->> '$.type' as type from bookings
      where penalty ->> '$.status' in ('pending', 'failed') order by id desc limit 8`,
    ),
  );
  if (row === undefined) return undefined;
  const purpose = row.type === 'no_show' ? 'no_show_fee' : 'late_cancel_fee';
  const body = {
    clientId: row.clientId,
    amount: row.amount,
    currency: 'USD',
    paymentMethod: 'cash',
    purpose,
    bookingId: row.id,
  };
  return done(short(row.id), await send(world, 'POST', '/manage/payments', body));
};

const refund: Act = async (world, choose) => {
  const id = somePayment(
    world,
    choose,
    choose.once(5) ? `status <> 'pending'` : `status in ('completed', 'partially_refunded') and amount > 0`,
  );
  if (id === undefined) return undefined;
  const body = {
    ...maybe(choose.once(2), { amount: 1 + choose.below(9_000) }),
    ...maybe(choose.once(3), { cancelPackage: true }),
  };
  return done(short(id), await send(world, 'POST', `/v2/payments/${id}/refund`, body));
};

/** Two refunds at once, of which the bank answers one late. */
const refundTwice: Act = async (world, choose) => {
  const id = somePayment(world, choose, `status in ('completed', 'partially_refunded')`);
  if (id === undefined) return undefined;
  const path = `/v2/payments/${id}/refund`;
  const [left] = rowsOf(world, 'select amount - amountRefunded as left from payments where id = ?', id);
  const amount = Math.max(1, Math.ceil(Number(left?.left) * (choose.once(2) ? 0.6 : 1)));
  const [first, second] = await Promise.all([
    send(world, 'POST', path, { amount }),
    send(world, 'POST', path, { amount }),
  ]);
  return done(`${short(id)} ${second.status} ${second.body?.error?.code ?? ''}`, first);
};

const voidPayment: Act = async (world, choose) => {
  const id = somePayment(world, choose, `paymentMethod = 'cash'`);
  return id === undefined ? undefined : done(short(id), await send(world, 'POST', `/manage/payments/${id}/void`));
};

const handlePackage: Act = async (world, choose) => {
  const id = somePackage(world, choose);
  if (id === undefined) return undefined;
  const now = world.program.studio.time.now();
  const [startsAt, endsAt] = [now + choose.below(3) * 86_400_000, now + (3 + choose.below(9)) * 86_400_000];
  const freeze = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
  const [verb, path, body] = choose.of([
    ['freeze', `/manage/packages/${id}/freeze`, freeze],
    ['unfreeze', `/manage/packages/${id}/unfreeze`, {}],
    ['adjust', `/manage/packages/${id}/adjust`, { delta: choose.below(7) - 3 || 1, reason: 'count' }],
    ['cancel', `/v2/packages/${id}/cancel`, {}],
  ] as const) ?? ['', '', {}];
  return done(`${verb} ${short(id)}`, await send(world, 'POST', path, body));
};

/** Whether a word is the name or the email of another client, who is not erased. */
const isOfAnother = (world: World, id: string, word: string): boolean =>
  rowsOf(
    world,
    'select 1 from clients where id <> ?1 and erasedAt is null and ?2 in (firstName, lastName, email) limit 1',
    id,
    word,
  ).length > 0;

/** How a client is and was called. */
const wordsOf = (world: World, id: string): readonly string[] => {
  const [row] = rowsOf(world, 'select firstName, lastName, email from clients where id = ?', id);
  if (row === undefined) return [];
  // A restore may have brought back who was merged.
  const formerly = (world.formerly.get(id) ?? []).filter((word) => !isOfAnother(world, id, word));
  return [row.firstName, row.lastName, row.email, ...formerly];
};

const merge: Act = async (world, choose) => {
  const [id, clientId] = [someClient(world, choose), someClient(world, choose)];
  if (id === undefined || clientId === undefined) return undefined;
  const words = [...wordsOf(world, id), ...wordsOf(world, clientId)];
  const response = await send(world, 'POST', `/manage/clients/${id}/merge`, { clientId });
  if (response.status < 300) for (const each of [id, clientId]) world.formerly.set(each, words);
  return done(`${short(id)} ${short(clientId)}`, response);
};

const turn: Act = async (world, choose) => {
  const id = someClient(world, choose);
  if (choose.once(4)) return done(`${short(id)} archived`, await send(world, 'DELETE', `/v2/clients/${id}`));
  const status = choose.once(3) ? 'suspended' : 'active';
  const fields = choose.once(2) ? { status } : { homeLocationId: choose.once(2) ? world.otherSite : world.mainSite };
  if (id !== undefined && 'homeLocationId' in fields) world.moved.add(id);
  return done(`${short(id)} ${status}`, await send(world, 'PATCH', `/v2/clients/${id}`, fields));
};

const erase: Act = async (world, choose) => {
  const id = someClient(world, choose);
  if (id === undefined) return undefined;
  const words = wordsOf(world, id);
  const response = await send(world, 'POST', `/manage/clients/${id}/erase`, {
    dependants: choose.of(['keep', 'release']),
    writeOffDebts: true,
  });
  if (response.status < 300) world.erased.push({ id, words, at: world.program.studio.time.now() });
  return done(short(id), response);
};

const bringIn: Act = async (world, choose) => {
  const lines = Array.from({ length: 1 + choose.below(4) }, () => {
    world.people += 1;
    const number = world.people;
    return `Quill${number}x,Zephyr${number}x,quill${number}x@people.org,old-${number}`;
  });
  const csv = `firstName,lastName,email,externalId\n${lines.join('\n')}\n`;
  const response = await send(world, 'POST', '/manage/imports?family=clients', csv, { 'content-type': 'text/csv' });
  return done(`${lines.length}`, response);
};

const late: Act = async (world, choose) => {
  const row = choose.of(
    rowsOf(
      world,
      `select id from sessions where startTime < ? and cancelledAt is null order by startTime desc limit 3`,
      nowOf(world),
    ),
  );
  const body = { clientId: someClient(world, choose), sessionId: row?.id };
  return done(short(row?.id), await send(world, 'POST', '/v2/bookings', body));
};

const sendReceipt: Act = async (world, choose) => {
  const id = somePayment(world, choose, `status = 'completed'`);
  if (id === undefined) return undefined;
  return done(short(id), await send(world, 'POST', `/manage/payments/${id}/receipt/send`, {}));
};

/** What the desk does, and how often. */
export const DESK: Readonly<Record<string, readonly [number, Act]>> = {
  'desk books': [10, book],
  'desk cancels': [4, cancel],
  'desk checks in': [10, arrive('checkin')],
  'desk marks no-show': [3, arrive('noshow')],
  'desk promotes': [
    2,
    onBooking('promote', `status = 'waitlisted' and startTime > (select max(createdAt) from events)`),
  ],
  'desk waives': [1, onBooking('waive-penalty', 'penalty is not null')],
  'desk books late': [1, late],
  'somebody comes in': [6, comeIn],
  'somebody new comes': [1, walkIn],
  'desk sells': [12, sell],
  'desk charges': [2, charge],
  'desk takes a fee': [2, payFee],
  'desk refunds': [3, refund],
  'desk refunds twice': [1, refundTwice],
  'desk voids': [1, voidPayment],
  'desk handles a package': [3, handlePackage],
  'desk merges': [0.3, merge],
  'desk turns a client': [1, turn],
  'desk erases': [0.3, erase],
  'desk imports': [0.2, bringIn],
  'desk sends a receipt': [1, sendReceipt],
};
