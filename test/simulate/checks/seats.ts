// Who sits where, and who waits.

import { rowsOf, type World } from '../world.ts';
import { type Check, none } from './check.ts';

export const counts: Check = (world) => [
  ...none(
    world,
    'a session counts wrong',
    `select s.id, s.confirmedCount, s.attendedCount, s.noShowCount, s.waitlistedCount, s.offersHeld, c.*, p.paying from sessions s
     left join (
       select sessionId, sum(status = 'confirmed') as confirmed, sum(status = 'attended') as attended,
       sum(status = 'noshow' and confirmedAt is not null) as noshows, sum(status = 'waitlisted') as waiting, sum(holdsSeat) as held
       from bookings group by sessionId) c on c.sessionId = s.id
     left join (
       select context ->> '$.sessionId' as paidFor, count(*) as paying from charges join payments on payments.id = charges.paymentId
       where context ->> '$.isHeld' = 1 and (isOpen = 1 or (payments.status = 'pending' and processing = 1 and isAhead = 0))
       group by 1) p on p.paidFor = s.id
     where s.confirmedCount <> coalesce(confirmed, 0) or s.attendedCount <> coalesce(attended, 0)
     or s.noShowCount <> coalesce(noshows, 0) or s.waitlistedCount <> coalesce(waiting, 0)
     or s.offersHeld <> coalesce(held, 0) + coalesce(paying, 0)`,
  ),
  ...none(
    world,
    'a client counts wrong',
    `select c.id, c.bookings, c.noShows, c.lateCancels, b.* from clients c left join (
       select clientId, sum(status <> 'cancelled') as live, sum(status = 'noshow') as missed, sum(isLateCancel) as late
       from bookings group by clientId) b on b.clientId = c.id
     where c.bookings <> coalesce(live, 0) or c.noShows <> coalesce(missed, 0) or c.lateCancels <> coalesce(late, 0)`,
  ),
  ...none(
    world,
    'the visits of a client are wrong',
    `select c.id, c.visits, (select count(*) from bookings where clientId = c.id and status = 'attended')
       + (select count(*) from checkins where clientId = c.id and isVisit = 1) as counted
     from clients c where visits <> counted`,
  ),
];

export const lines: Check = (world, { now }) => [
  ...none(
    world,
    'a client has two live bookings of a session',
    `select clientId, sessionId, count(*) as times from bookings where status <> 'cancelled' group by clientId, sessionId having times > 1`,
  ),
  ...none(
    world,
    'an offer holds a seat past its end',
    `select id, status, offerExpiresAt from bookings where holdsSeat = 1 and (status <> 'waitlisted' or offerExpiresAt <= ?)`,
    now,
  ),
  ...none(
    world,
    'somebody waits for a session that has started',
    `select id, startTime from bookings where status = 'waitlisted' and startTime <= ?`,
    now,
  ),
  ...none(
    world,
    'somebody has a seat in a session that is canceled',
    `select b.id, b.status from bookings b join sessions s on s.id = b.sessionId
     where s.cancelledAt is not null and b.status in ('confirmed', 'waitlisted') and b.startTime > ?`,
    now,
  ),
  ...none(
    world,
    'a booking has another time or site than its session',
    `select b.id, b.startTime, s.startTime as begins from bookings b join sessions s on s.id = b.sessionId
     where b.startTime <> s.startTime or b.siteId <> s.siteId`,
  ),
];

/** By how many seats sessions ahead are fuller than they are large. */
export const overfull = (world: World): number => {
  const [row] = rowsOf(
    world,
    `select coalesce(sum(max(0, confirmedCount + attendedCount + noShowCount + offersHeld - capacity)), 0) as n from sessions
     where startTime > ? and capacity is not null and cancelledAt is null`,
    new Date(world.program.studio.time.now()).toISOString(),
  );
  return Number(row?.n);
};

/** From which status a record comes to which within a day; what is not named stays. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bookings: {
    confirmed: ['cancelled', 'attended', 'noshow', 'waitlisted'],
    waitlisted: ['confirmed', 'cancelled', 'attended', 'noshow'],
    attended: ['cancelled', 'confirmed', 'waitlisted', 'noshow'],
    noshow: ['cancelled', 'attended', 'confirmed', 'waitlisted'],
    cancelled: ['confirmed', 'attended', 'noshow'],
  },
  payments: {
    pending: ['completed', 'failed', 'refunded', 'partially_refunded'],
    failed: ['pending', 'completed', 'refunded', 'partially_refunded'],
    completed: ['partially_refunded', 'refunded'],
    partially_refunded: ['refunded'],
  },
  packages: {
    active: ['depleted', 'expired', 'cancelled'],
    depleted: ['active', 'expired', 'cancelled'],
    expired: ['active', 'depleted'],
  },
};

const seen = new WeakMap<World, { readonly since: number; readonly statuses: Map<string, string> }>();

/** How much further than to the last night a night looks back: the clock is set back by less. */
const SET_BACK_MS = 3 * 3_600_000;

/** Every state is reached by a step that the rules allow. */
export const steps: Check = (world, { from, isWhole }) => {
  const known = seen.get(world);
  const isNew = known?.since !== world.since;
  const statuses = known === undefined || isNew ? new Map<string, string>() : known.statuses;
  seen.set(world, { since: world.since, statuses });
  const changedSince = isNew || isWhole ? '' : new Date(Date.parse(from) - SET_BACK_MS).toISOString();
  const wrong: string[] = [];
  let there = 0;
  for (const [table, allowed] of Object.entries(ALLOWED)) {
    for (const { id, status } of rowsOf(world, `select id, status from ${table} where updatedAt >= ?`, changedSince)) {
      const was = statuses.get(id);
      statuses.set(id, status);
      if (was === undefined || was === status || allowed[was]?.includes(status) === true) continue;
      wrong.push(`one of ${table}, ${id}, was ${was} and is ${status}`);
    }
    there += world.program.studio.count(table);
  }
  if (there !== statuses.size) wrong.push(`of ${statuses.size} bookings, payments and packages ${there} are there`);
  return wrong.slice(0, 3);
};
