// Households, and the guests whom members bring.

import type { Choices } from '../../helpers/seeded.ts';
import { atSiteOf, nowOf, type Row, rowsOf, send, sendAs, someName, type World } from '../world.ts';
import { type Act, done, short, someSession } from './act.ts';
import { FROM_APP } from './devices.ts';

const someHousehold = (world: World, choose: Choices): string | undefined =>
  choose.of(rowsOf(world, 'select id from households order by id desc limit 8'))?.id;

/** A dependant, with an adult of the household. */
const someChild = (world: World, choose: Choices): Row | undefined =>
  choose.of(
    rowsOf(
      world,
      `select c.id, a.id as adultId, c.householdId from clients c join clients a on a.householdId = c.householdId
       where c.householdRole = 'dependant' and c.archivedAt is null and a.householdRole = 'adult' and a.archivedAt is null
       order by c.id desc, a.id limit 16`,
    ),
  );

const someone = (world: World, choose: Choices, condition: string): string | undefined =>
  choose.of(
    rowsOf(
      world,
      `select id from clients where archivedAt is null and erasedAt is null and ${condition} order by id desc limit 12`,
    ),
  )?.id;

const found: Act = async (world, choose) => {
  const clientId = someone(world, choose, `householdId is null and householdRole is null and email is not null`);
  if (clientId === undefined) return undefined;
  const members = [{ clientId, role: 'adult', isPayer: !choose.once(4), hasAgreed: true }];
  const body = { name: 'A house', members };
  return done(short(clientId), await send(world, 'POST', '/manage/households', body));
};

const join: Act = async (world, choose) => {
  const [id, clientId] = [someHousehold(world, choose), someone(world, choose, 'householdId is null')];
  if (id === undefined || clientId === undefined) return undefined;
  const role = choose.once(3) ? 'dependant' : 'adult';
  const body = { clientId, role, hasAgreed: true, ...(role === 'adult' ? { isPayer: choose.once(2) } : {}) };
  return done(
    `${short(clientId)} ${short(id)} ${role}`,
    await send(world, 'POST', `/manage/households/${id}/members`, body),
  );
};

const changePlace: Act = async (world, choose) => {
  const person = choose.of(
    rowsOf(
      world,
      'select id, householdId, householdRole from clients where householdId is not null order by id desc limit 12',
    ),
  );
  if (person === undefined) return undefined;
  const path = `/manage/households/${person.householdId}/members/${person.id}`;
  const cancels = choose.once(2) ? '?cancel_bookings=true' : '';
  if (choose.once(3)) return done(`${short(person.id)} out${cancels}`, await send(world, 'DELETE', path + cancels));
  const body = choose.of([
    { role: 'adult', hasAgreed: true },
    { role: 'adult', hasAgreed: true, isPayer: true },
    { isPayer: false },
  ]);
  return done(`${short(person.id)} ${JSON.stringify(body)}`, await send(world, 'PATCH', path, body));
};

const dissolve: Act = async (world, choose) => {
  const id = someHousehold(world, choose);
  return id === undefined
    ? undefined
    : done(
        short(id),
        await send(world, 'DELETE', `/manage/households/${id}${choose.once(2) ? '?cancel_bookings=true' : ''}`),
      );
};

const addChild: Act = async (world, choose) => {
  const clientId = someone(world, choose, `coalesce(householdRole, 'adult') = 'adult' and email is not null`);
  if (clientId === undefined) return undefined;
  const { firstName, lastName } = someName(world);
  const body = { firstName, lastName, dateOfBirth: '2019-05-17' };
  return done(short(clientId), await sendAs(world, clientId, 'POST', 'household/members', body));
};

/** A child has no email: an adult acts for them. */
const asAdult = (world: World, { id, adultId }: Row, path: string, body: object, headers: object = {}) =>
  sendAs(world, adultId, 'POST', path, body, { 'x-client-id': id, ...headers });

const bookForChild: Act = async (world, choose) => {
  const [child, sessionId] = [someChild(world, choose), someSession(world, choose)];
  if (child === undefined || sessionId === undefined) return undefined;
  const card = choose.of(
    rowsOf(world, `select id from paymentMethods where status = 'active' and clientId = ? order by id`, child.adultId),
  );
  const body = { sessionId, ...(card !== undefined && choose.once(2) ? { paymentMethodId: card.id } : {}) };
  return done(
    `${short(child.id)} ${short(sessionId)}`,
    await asAdult(world, child, 'bookings', body, atSiteOf(world, sessionId)),
  );
};

const buyForChild: Act = async (world, choose) => {
  const child = someChild(world, choose);
  const card = choose.of(
    rowsOf(
      world,
      `select id from paymentMethods where status = 'active' and clientId = ? order by id`,
      child?.adultId ?? '',
    ),
  );
  if (child === undefined || card === undefined) return undefined;
  const body = { planId: choose.of(world.plans), paymentMethodId: card.id, acceptTerms: true };
  return done(short(child.id), await asAdult(world, child, 'purchases', body));
};

const leave: Act = async (world, choose) => {
  const clientId = someone(world, choose, `householdRole = 'adult'`);
  if (clientId === undefined) return undefined;
  const path = `household/leave${choose.once(2) ? '?cancel_bookings=true' : ''}`;
  return done(short(clientId), await sendAs(world, clientId, 'POST', path));
};

/** An adult is invited by email, and may accept. */
const invite: Act = async (world, choose) => {
  const clientId = someone(world, choose, `coalesce(householdRole, 'adult') = 'adult' and email is not null`);
  const other = someone(world, choose, `householdId is null and email is not null`);
  if (clientId === undefined || other === undefined || other === clientId) return undefined;
  const [row] = rowsOf(world, 'select email from clients where id = ?', other);
  const invited = await sendAs(world, clientId, 'POST', 'household/invitations', { email: row?.email });
  const [invitation] = rowsOf(
    world,
    'select id from householdInvitations where email = ? order by id desc',
    row?.email ?? '',
  );
  const what = `${short(clientId)} ${short(other)}`;
  if (invited.status >= 300 || invitation === undefined || choose.once(3)) return done(what, invited);
  const path = `household/invitations/${invitation.id}`;
  return choose.once(4)
    ? done(`${what} declined`, await sendAs(world, other, 'DELETE', path))
    : done(`${what} accepted`, await sendAs(world, other, 'POST', `${path}/accept`));
};

/** A guest opens the page of their visit: signs, does not come, or wants no emails. */
const answerAsGuest = async (world: World, choose: Choices, url: string, firstName: string) => {
  const path = `/public-api/v2/guests/${url.split('/').at(-1)}`;
  const { body } = await send(world, 'GET', path, undefined, FROM_APP);
  const version = body?.waiver?.current?.version ?? body?.waiver?.version ?? 'first';
  const [verb, given] = choose.of([
    ['waiver', { version, name: `${firstName} Guest` }],
    ['waiver', { version, name: `${firstName} Guest` }],
    ['cancel', {}],
    ['stop-mails', {}],
  ] as const) ?? ['cancel', {}];
  return send(world, 'POST', `${path}/${verb}`, given, FROM_APP);
};

const bring: Act = async (world, choose) => {
  const host = choose.of(
    rowsOf(
      world,
      `select b.id, b.clientId, b.siteId from bookings b join clients c on c.id = b.clientId join sessions s on s.id = b.sessionId
       where b.status = 'confirmed' and b.startTime > ? and b.hostBookingId is null and c.archivedAt is null
       and c.erasedAt is null and (s.capacity > s.confirmedCount + s.offersHeld or ?) order by b.id desc limit 12`,
      nowOf(world),
      choose.once(4) ? 1 : 0,
    ),
  );
  if (host === undefined) return undefined;
  const known = choose.once(3) ? someone(world, choose, 'email is not null') : undefined;
  const [other] = rowsOf(world, 'select email from clients where id = ?', known ?? '');
  const { firstName, email: own } = someName(world);
  const email = other?.email ?? own;
  const card = choose.of(
    rowsOf(world, `select id from paymentMethods where status = 'active' and clientId = ? order by id`, host.clientId),
  );
  const payment = choose.of(['pass', 'free_first_visit', card === undefined ? 'free_first_visit' : 'drop_in']);
  const body = {
    firstName,
    payment,
    joinWaitlist: choose.once(2),
    ...(choose.once(3) ? {} : { email }),
    ...(payment === 'drop_in' && card !== undefined ? { paymentMethodId: card.id } : {}),
  };
  const path = `bookings/${host.id}/guests`;
  const brought = await sendAs(world, host.clientId, 'POST', path, body, { 'x-site-id': host.siteId });
  const { url } = brought.body ?? {};
  const answer =
    typeof url === 'string' && choose.once(2) ? await answerAsGuest(world, choose, url, firstName) : brought;
  return done(`${short(host.id)} ${payment}`, answer);
};

const sendAway: Act = async (world, choose) => {
  const guest = choose.of(
    rowsOf(
      world,
      `select b.id, g.hostClientId as clientId from bookings b join guests g on g.bookingId = b.id join clients c on c.id = g.hostClientId
       where b.status in ('confirmed', 'waitlisted') and c.archivedAt is null and c.erasedAt is null order by b.id desc limit 12`,
    ),
  );
  if (guest === undefined) return undefined;
  return done(short(guest.id), await sendAs(world, guest.clientId, 'POST', `guests/${guest.id}/cancel`));
};

/** A member who brings guests does not come. */
const hostCancels: Act = async (world, choose) => {
  const host = choose.of(
    rowsOf(
      world,
      `select h.id, h.clientId from bookings h join clients c on c.id = h.clientId
       where h.status = 'confirmed' and h.startTime > ? and c.archivedAt is null and c.erasedAt is null
       and h.id in (select hostBookingId from bookings where status in ('confirmed', 'waitlisted')) order by h.id desc limit 8`,
      nowOf(world),
    ),
  );
  if (host === undefined) return undefined;
  return done(short(host.id), await sendAs(world, host.clientId, 'POST', `bookings/${host.id}/cancel`));
};

/** What families and guests do, and how often. */
export const FAMILIES: Readonly<Record<string, readonly [number, Act]>> = {
  'desk makes a household': [1, found],
  'desk adds to a household': [1, join],
  'desk changes a household': [1, changePlace],
  'desk dissolves a household': [0.2, dissolve],
  'member adds a child': [1, addChild],
  'member books for a child': [5, bookForChild],
  'member buys for a child': [1, buyForChild],
  'member leaves a household': [0.6, leave],
  'member invites an adult': [0.6, invite],
  'member brings a guest': [4, bring],
  'member cancels a guest': [1, sendAway],
  'member who brings guests cancels': [1.5, hostCancels],
};
