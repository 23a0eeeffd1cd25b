// What members do, by the interface of members.

import type { ApiResponse } from '../../helpers/api.ts';
import { CARDS } from '../../helpers/cards.ts';
import type { Choices } from '../../helpers/seeded.ts';
import { atSiteOf, DISCOUNT, nowOf, rowsOf, sendAs, type World } from '../world.ts';
import { type Act, aMomentLater, done, short, someMember, someSession } from './act.ts';

/** The client of a live booking, with the booking. */
const own = (world: World, choose: Choices, condition: string) =>
  choose.of(
    rowsOf(
      world,
      `select b.id, b.clientId from bookings b join clients c on c.id = b.clientId
       where c.archivedAt is null and c.erasedAt is null and c.email is not null and ${condition} order by b.id desc limit 20`,
    ),
  );

const cardOf = (world: World, choose: Choices, clientId: string): string | undefined =>
  choose.of(
    rowsOf(world, `select id from paymentMethods where status = 'active' and clientId = ? order by id`, clientId),
  )?.id;

const book: Act = async (world, choose) => {
  const [clientId, sessionId] = [someMember(world, choose), someSession(world, choose)];
  if (clientId === undefined || sessionId === undefined) return undefined;
  const paymentMethodId = choose.once(3) ? cardOf(world, choose, clientId) : undefined;
  const more = paymentMethodId === undefined ? { joinWaitlist: !choose.once(4) } : { paymentMethodId };
  const body = { sessionId, ...more };
  const response = await sendAs(world, clientId, 'POST', 'bookings', body, atSiteOf(world, sessionId));
  return done(`${short(clientId)} ${short(sessionId)}`, response);
};

/** Cancels, and sometimes takes it back at once. */
const cancel: Act = async (world, choose) => {
  const booking = own(world, choose, `b.status in ('confirmed', 'waitlisted') and b.startTime > '${nowOf(world)}'`);
  if (booking === undefined) return undefined;
  const path = `bookings/${booking.id}`;
  const response = await sendAs(world, booking.clientId, 'POST', `${path}/cancel`);
  if (response.status >= 300 || !choose.once(4)) return done(short(booking.id), response);
  await aMomentLater(world);
  return done(`${short(booking.id)} undone`, await sendAs(world, booking.clientId, 'POST', `${path}/undo`));
};

/** Waits for a class that is full. */
const wait: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  const full = choose.of(
    rowsOf(
      world,
      `select id, siteId from sessions where startTime > ? and cancelledAt is null
       and confirmedCount + offersHeld >= capacity order by startTime, id limit 5`,
      nowOf(world),
    ),
  );
  if (clientId === undefined || full === undefined) return undefined;
  const body = { sessionId: full.id, joinWaitlist: true };
  const response = await sendAs(world, clientId, 'POST', 'bookings', body, { 'x-site-id': full.siteId });
  return done(`${short(clientId)} ${short(full.id)}`, response);
};

/** Whoever is offered the seat may take it. */
const accept = async (world: World, sessionId: string, given: ApiResponse): Promise<ApiResponse> => {
  await world.program.answer(world.program.settle());
  await aMomentLater(world);
  const [offered] = rowsOf(
    world,
    `select id, clientId from bookings where sessionId = ? and status = 'waitlisted' and offerExpiresAt > ?`,
    sessionId,
    nowOf(world),
  );
  return offered === undefined
    ? given
    : sendAs(world, offered.clientId, 'POST', `bookings/${offered.id}/accept`, undefined, atSiteOf(world, sessionId));
};

/** Gives up a seat for which somebody waits. */
const giveUp: Act = async (world, choose) => {
  const isWaitedFor = `b.sessionId in (select id from sessions where waitlistedCount > 0 and startTime > '${nowOf(world)}')`;
  const booking = own(world, choose, `b.status = 'confirmed' and ${isWaitedFor}`);
  if (booking === undefined) return undefined;
  const given = await sendAs(world, booking.clientId, 'POST', `bookings/${booking.id}/cancel`);
  if (given.status >= 300 || choose.once(2)) return done(short(booking.id), given);
  const [row] = rowsOf(world, 'select sessionId from bookings where id = ?', booking.id);
  return done(`${short(booking.id)} offered`, await accept(world, row?.sessionId, given));
};

const bookingAct =
  (verb: string, condition: string): Act =>
  async (world, choose) => {
    const booking = own(world, choose, condition);
    if (booking === undefined) return undefined;
    return done(short(booking.id), await sendAs(world, booking.clientId, 'POST', `bookings/${booking.id}/${verb}`));
  };

const move: Act = async (world, choose) => {
  const [booking, sessionId] = [own(world, choose, `b.status = 'confirmed'`), someSession(world, choose)];
  if (booking === undefined) return undefined;
  const path = `bookings/${booking.id}/move`;
  return done(
    short(booking.id),
    await sendAs(world, booking.clientId, 'POST', path, { sessionId }, atSiteOf(world, sessionId ?? '')),
  );
};

const saveCard: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const started = await sendAs(world, clientId, 'POST', 'payments/methods');
  if (started.status >= 300) return done(short(clientId), started);
  const number = choose.of([CARDS.good, CARDS.good, CARDS.good, CARDS.noFunds, CARDS.alwaysAsks]) ?? CARDS.good;
  const { publishableKey, setupIntentClientSecret, id } = started.body;
  const card = { number, expMonth: 12, expYear: 2031, cvc: '123', name: 'A card' };
  const { answer, outside } = world.program;
  const { status } = await answer(outside.device.confirm(publishableKey, setupIntentClientSecret, card));
  if (status === 'requires_action') await answer(outside.device.approve(publishableKey, setupIntentClientSecret));
  return done(
    `${short(clientId)} ${number.slice(-4)}`,
    await sendAs(world, clientId, 'POST', `payments/methods/${id}/complete`),
  );
};

const dropCard: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  const card = clientId === undefined ? undefined : cardOf(world, choose, clientId);
  if (clientId === undefined || card === undefined) return undefined;
  const path = `payments/methods/${card}`;
  const response = choose.once(2)
    ? await sendAs(world, clientId, 'POST', `${path}/default`)
    : await sendAs(world, clientId, 'DELETE', path);
  return done(short(card), response);
};

const buy: Act = async (world, choose) => {
  const card = choose.of(
    rowsOf(
      world,
      `select m.id, m.clientId from paymentMethods m join clients c on c.id = m.clientId
       where m.status = 'active' and c.erasedAt is null and c.archivedAt is null order by m.id desc limit 12`,
    ),
  );
  if (card === undefined) return undefined;
  const discount = choose.once(3) ? { discountCode: DISCOUNT } : {};
  const body = { planId: choose.of(world.plans), paymentMethodId: card.id, acceptTerms: true, ...discount };
  const bought = await sendAs(world, card.clientId, 'POST', 'purchases', body);
  const { clientSecret, publishableKey, id } = bought.body ?? {};
  if (bought.status !== 202 || choose.once(4)) return done(short(card.clientId), bought);
  // The bank asks the holder of the card.
  const decision = choose.of(['approves', 'approves', 'refuses', 'cancels']);
  const { answer, outside } = world.program;
  if (decision !== 'cancels')
    await answer(outside.device.decideCharge(publishableKey, clientSecret, decision === 'approves'));
  const verb = decision === 'cancels' ? 'cancel' : 'complete';
  return done(
    `${short(card.clientId)} ${decision}`,
    await sendAs(world, card.clientId, 'POST', `purchases/${id}/${verb}`),
  );
};

const packageAct: Act = async (world, choose) => {
  const held = choose.of(
    rowsOf(
      world,
      `select p.id, p.clientId from packages p join clients c on c.id = p.clientId
       where p.autoRenews = 1 and c.erasedAt is null and c.archivedAt is null order by p.id desc limit 10`,
    ),
  );
  if (held === undefined) return undefined;
  const verb = choose.of(['freeze', 'unfreeze', 'end', 'card', 'stay']) ?? 'end';
  const { id, clientId } = held;
  const startsAt = new Date(world.program.studio.time.now() + choose.below(3) * 86_400_000).toISOString();
  const endsAt = new Date(Date.parse(startsAt) + (1 + choose.below(9)) * 86_400_000).toISOString();
  const response =
    verb === 'stay'
      ? await sendAs(world, clientId, 'DELETE', `packages/${id}/end`)
      : await sendAs(
          world,
          clientId,
          'POST',
          `packages/${id}/${verb}`,
          verb === 'freeze'
            ? { startsAt, endsAt }
            : verb === 'card'
              ? { paymentMethodId: cardOf(world, choose, clientId) ?? id }
              : undefined,
        );
  return done(`${verb} ${short(id)}`, response);
};

const askErasure: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  return done(short(clientId), await sendAs(world, clientId, choose.once(3) ? 'POST' : 'DELETE', 'erasure'));
};

const checkIn: Act = async (world, choose) => {
  const booking = own(world, choose, `b.status = 'confirmed'`);
  if (booking === undefined) return undefined;
  return done(short(booking.id), await sendAs(world, booking.clientId, 'POST', 'check-in', { bookingId: booking.id }));
};

const look: Act = async (world, choose) => {
  const clientId = someMember(world, choose);
  if (clientId === undefined) return undefined;
  const path =
    choose.of(['bookings', 'packages', 'schedule', 'profile', 'payments/history', 'purchases', 'export']) ?? '';
  const { status } = await sendAs(world, clientId, 'GET', path);
  return { what: `${short(clientId)} ${path}`, status, code: '' };
};

/** What members do, and how often. */
export const MEMBERS: Readonly<Record<string, readonly [number, Act]>> = {
  'member books': [26, book],
  'member cancels': [9, cancel],
  'member waits': [6, wait],
  'member gives a seat up': [4, giveUp],
  'member accepts': [5, bookingAct('accept', `b.status = 'waitlisted' and b.offerExpiresAt is not null`)],
  'member moves': [3, move],
  'member saves a card': [4, saveCard],
  'member handles a card': [1, dropCard],
  'member buys': [6, buy],
  'member handles a package': [3, packageAct],
  'member asks for erasure': [1, askErasure],
  'member checks in': [3, checkIn],
  'member looks': [3, look],
};
