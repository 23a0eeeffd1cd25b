// What the desk and the owner change in records that are there.

import { CARDS } from '../../helpers/cards.ts';
import { pngWithText } from '../../helpers/pictures.ts';
import type { Choices } from '../../helpers/seeded.ts';
import { nowOf, rowsOf, send, type World } from '../world.ts';
import { type Act, done, short, someBooking, someClient, somePackage, somePayment, someSession } from './act.ts';

const DAY_MS = 86_400_000;
export const image = { image: pngWithText().toString('base64') };

const move: Act = async (world, choose) => {
  const id = someBooking(world, choose, `status in ('confirmed', 'waitlisted') and startTime > '${nowOf(world)}'`);
  const sessionId = someSession(world, choose, 8);
  if (id === undefined || sessionId === undefined) return undefined;
  const body = {
    sessionId,
    ...(choose.once(3) ? { isLateCancel: false } : {}),
    ...(choose.once(8) ? { overrideCapacity: true } : {}),
  };
  return done(`${short(id)} ${short(sessionId)}`, await send(world, 'POST', `/v2/bookings/${id}/move`, body));
};

/** Notes have the name of the client, which goes with an erasure. */
const note: Act = async (world, choose) => {
  const [table, field] = choose.of([
    ['bookings', 'notes'],
    ['payments', 'description'],
  ] as const) ?? ['bookings', 'notes'];
  const id = table === 'bookings' ? someBooking(world, choose, '1') : somePayment(world, choose);
  if (id === undefined) return undefined;
  const [row] = rowsOf(
    world,
    `select c.firstName from ${table} t join clients c on c.id = t.clientId where t.id = ?`,
    id,
  );
  const body = { [field]: choose.once(4) ? null : `${row?.firstName} asked for it` };
  return done(`${table} ${short(id)}`, await send(world, 'PATCH', `/manage/${table}/${id}`, body));
};

const changePackage: Act = async (world, choose) => {
  const id = somePackage(world, choose, `status <> 'cancelled'`);
  if (id === undefined) return undefined;
  const later = new Date(world.program.studio.time.now() + choose.below(40) * DAY_MS).toISOString();
  const body = choose.of([
    { onHold: true, holdReason: 'a question' },
    { onHold: false },
    { autoRenews: false },
    { memberMayFreeze: choose.once(2) },
    { guestCredits: choose.once(2) },
    { noticeDays: choose.below(20) },
    { expiresAt: later },
  ]);
  return done(`${short(id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', `/manage/packages/${id}`, body));
};

/** Lets somebody in whom the rules have refused. */
const letIn: Act = async (world, choose) => {
  const refused = choose.of(
    rowsOf(
      world,
      `select id from checkins where status <> 'valid' and statusCode <> 'undone' order by id desc limit 6`,
    ),
  );
  if (refused === undefined) return undefined;
  const body = { reason: 'A regular' };
  return done(short(refused.id), await send(world, 'POST', `/manage/checkins/${refused.id}/override`, body));
};

/** Saves a card at the desk, or handles one that is there. */
const card: Act = async (world, choose) => {
  const clientId = someClient(world, choose);
  if (clientId === undefined) return undefined;
  const path = `/manage/clients/${clientId}/payment-methods`;
  const old = choose.of(
    rowsOf(world, `select id from paymentMethods where status = 'active' and clientId = ? order by id`, clientId),
  );
  if (old !== undefined && choose.once(2)) {
    return choose.once(2)
      ? done(`first ${short(old.id)}`, await send(world, 'POST', `${path}/${old.id}/default`))
      : done(`drop ${short(old.id)}`, await send(world, 'DELETE', `${path}/${old.id}`));
  }
  const started = await send(world, 'POST', path);
  if (started.status >= 300) return done(short(clientId), started);
  const { publishableKey, setupIntentClientSecret, id } = started.body;
  const entered = { number: CARDS.good, expMonth: 12, expYear: 2031, cvc: '123', name: 'A card' };
  await world.program.answer(world.program.outside.device.confirm(publishableKey, setupIntentClientSecret, entered));
  return done(short(clientId), await send(world, 'POST', `${path}/${id}/complete`));
};

const bulk: Act = async (world, choose) => {
  const clientIds = Array.from({ length: 3 }, () => someClient(world, choose) ?? '').filter((id) => id !== '');
  const change = choose.of([
    { act: 'add_tags', tags: ['regular'] },
    { act: 'remove_tags', tags: ['regular'] },
    { act: 'set_status', status: 'active' },
  ]);
  const whom = choose.once(3) ? { filters: { neverVisited: true } } : { clientIds: [...new Set(clientIds)] };
  return done(JSON.stringify(change), await send(world, 'POST', '/manage/clients/bulk', { ...whom, ...change }));
};

/** Decides what people have asked for: to become clients, or to be forgotten. */
const decide: Act = async (world, choose) => {
  const waiting = choose.of(rowsOf(world, 'select clientId from memberSignUps order by clientId desc limit 6'));
  const asked = choose.of(
    rowsOf(world, `select clientId from erasureRequests where status = 'requested' order by clientId desc limit 6`),
  );
  if (asked !== undefined && (waiting === undefined || choose.once(2))) {
    const path = `/manage/clients/${asked.clientId}/decline-erasure`;
    return done(short(asked.clientId), await send(world, 'POST', path, { reason: 'The accounts need it.' }));
  }
  if (waiting === undefined) return undefined;
  const verb = choose.once(3) ? 'decline' : 'approve';
  const path = `/manage/clients/${waiting.clientId}/${verb}-sign-up`;
  return done(`${verb} ${short(waiting.clientId)}`, await send(world, 'POST', path));
};

const calendar: Act = async (world, choose) => {
  const id = someClient(world, choose);
  const [method, path, body] = choose.of([
    ['POST', `/manage/clients/${id}/calendar-address`, undefined],
    ['PUT', `/manage/clients/${id}/photo`, image],
    ['DELETE', `/manage/clients/${id}/photo`, undefined],
  ] as const) ?? ['DELETE', `/manage/clients/${id}/photo`, undefined];
  return done(`${method} ${short(id)}`, await send(world, method, path, body));
};

/** Makes a list of clients, changes or deletes one. */
const list: Act = async (world, choose) => {
  const old = choose.of(rowsOf(world, 'select id from clientLists order by id desc limit 5'));
  const search = emailOf(world, choose);
  const filters = choose.of([{ neverVisited: true }, { owes: true }, { tag: 'regular' }, { search }, { search }]);
  if (old === undefined || choose.once(3)) {
    const number = world.program.studio.count('clientLists');
    return done('', await send(world, 'POST', '/manage/client-lists', { name: `List ${number}`, filters }));
  }
  const path = `/manage/client-lists/${old.id}`;
  return choose.once(3)
    ? done(`delete ${short(old.id)}`, await send(world, 'DELETE', path))
    : done(short(old.id), await send(world, 'PATCH', path, { filters, isShared: choose.once(2) }));
};

const invite: Act = async (world, choose) => {
  const house = choose.of(rowsOf(world, 'select id from households order by id desc limit 8'));
  const old = choose.of(rowsOf(world, 'select id, householdId from householdInvitations order by id desc limit 4'));
  if (house === undefined) return undefined;
  if (old !== undefined && choose.once(3)) {
    const path = `/manage/households/${old.householdId}/invitations/${old.id}`;
    return done(`back ${short(old.id)}`, await send(world, 'DELETE', path));
  }
  if (choose.once(3))
    return done(short(house.id), await send(world, 'PATCH', `/manage/households/${house.id}`, { name: 'A home' }));
  const email = emailOf(world, choose);
  if (email === undefined) return undefined;
  return done(short(house.id), await send(world, 'POST', `/manage/households/${house.id}/invitations`, { email }));
};

const emailOf = (world: World, choose: Choices): string | undefined =>
  choose.of(
    rowsOf(
      world,
      'select email from clients where email is not null and archivedAt is null and erasedAt is null order by id desc limit 12',
    ),
  )?.email;

export const RECORDS: Readonly<Record<string, readonly [number, Act]>> = {
  'desk moves': [2, move],
  'desk notes': [1, note],
  'desk changes a package': [1, changePackage],
  'desk lets somebody in': [1, letIn],
  'desk handles a card': [1, card],
  'desk changes many clients': [0.3, bulk],
  'desk decides': [1.5, decide],
  'desk keeps a client': [0.4, calendar],
  'desk keeps a list': [0.3, list],
  'desk invites to a household': [0.5, invite],
};
