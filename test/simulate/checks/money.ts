// What people own and owe.

import { type Row, rowsOf } from '../world.ts';
import { type Check, FINDING_OUT_MS, none } from './check.ts';

export const ledgers: Check = (world) => [
  ...none(
    world,
    'a balance is not the sum of its ledger',
    `select id, creditsRemaining, (select coalesce(sum(delta), 0) from creditLedger where packageId = p.id) as total
     from packages p where creditsTotal is not null and creditsRemaining <> total`,
  ),
  ...none(
    world,
    'a balance in the ledger is not the sum until there, or negative',
    `select * from (select id, packageId, balance, sum(delta) over (partition by packageId order by id) as total from creditLedger)
     where (balance <> total or balance < 0) and packageId in (select id from packages where creditsTotal is not null)`,
  ),
  ...none(
    world,
    'what is held is not what bookings hold',
    `select id, status, creditsHeld, (select coalesce(sum(credits), 0) from packageUses where packageId = p.id and state = 'held') as held
     from packages p where status in ('active', 'depleted') and creditsHeld <> held`,
  ),
  ...none(
    world,
    'more is held than there is',
    `select id, creditsHeld, creditsRemaining from packages
     where status in ('active', 'depleted') and creditsTotal is not null and creditsHeld > creditsRemaining`,
  ),
];

/** What a booking says of its credit is what its package says. */
export const credits: Check = (world) =>
  none(
    world,
    'a booking and its package say different things of a credit',
    `select b.id, b.status, b.creditOutcome, b.creditsUsed, u.state, u.credits, b.packageId, u.packageId as used
     from bookings b left join packageUses u on u.bookingId = b.id
     where b.creditOutcome <> 'not_applicable' and (
       (b.creditOutcome = 'restored') <> (u.bookingId is null)
       or (b.creditOutcome <> 'restored' and (u.state <> b.creditOutcome or u.packageId is not b.packageId))
       or (b.creditOutcome = 'held' and b.holdsSeat = 0)
       or b.creditsUsed <> iif(b.creditOutcome in ('consumed', 'forfeited'), u.credits, 0))
     union all
     select u.bookingId, b.status, b.creditOutcome, null, u.state, u.credits, b.packageId, u.packageId
     from packageUses u left join bookings b on b.id = u.bookingId where b.id is null or (b.creditOutcome = 'not_applicable' and u.credits > 0)`,
  );

export const refunds: Check = (world) => [
  ...none(
    world,
    'more was refunded than paid',
    'select id, amount, amountRefunded, amountRefunding from payments where amountRefunded + amountRefunding > amount',
  ),
  ...none(
    world,
    'the refunds of a payment are not what it says',
    `select p.id, p.amountRefunded, coalesce(sum(r.amount), 0) as total from payments p
     left join refunds r on r.paymentId = p.id and r.status = 'succeeded' group by p.id having p.amountRefunded <> total`,
  ),
  ...none(
    world,
    'the status of a payment is not what was refunded',
    `select id, status, amount, amountRefunded from payments where amount > 0 and status <>
     case when status in ('pending', 'failed') then iif(amountRefunded = 0, status, 'wrong')
       when amountRefunded = 0 then 'completed' when amountRefunded < amount then 'partially_refunded' else 'refunded' end`,
  ),
];

export const fees: Check = (world) => [
  ...none(
    world,
    'a fee was taken twice',
    `select bookingId, purpose, count(*) as times from payments where bookingId is not null and purpose in ('late_cancel_fee', 'no_show_fee')
     and status in ('completed', 'partially_refunded') and voidedAt is null
     -- Each of two clients who are one now may have paid a fee for the same session.
     and clientId not in (select clientId from mergedClients) group by bookingId, purpose having times > 1`,
  ),
  ...none(
    world,
    'a fee is charged without its payment',
    `select b.id, b.penalty, p.status from bookings b left join payments p on p.id = b.penalty ->> '$.paymentId'
     where b.penalty ->> '$.status' = 'charged' and (p.id is null or p.status in ('pending', 'failed'))`,
  ),
];

export const discounts: Check = (world) => [
  ...none(
    world,
    'a code counts wrong, or is used too often',
    `select c.id, c.redemptions, c.maxRedemptions, count(r.paymentId) as used from discountCodes c
     left join discountRedemptions r on r.codeId = c.id and r.givenBackAt is null
     group by c.id having used <> c.redemptions or used > c.maxRedemptions`,
  ),
  ...none(
    world,
    'a client used a code too often',
    `select r.clientId, r.codeId, count(*) as used, c.maxPerClient from discountRedemptions r join discountCodes c on c.id = r.codeId
     where r.givenBackAt is null and r.clientId not in (select clientId from mergedClients) group by 1, 2 having used > c.maxPerClient`,
  ),
  ...none(
    world,
    'a code was given back for what was sold, or kept for what was not',
    // What was sold while the bank took days stays sold when the bank returns the debit.
    `select r.paymentId, r.givenBackAt, p.status from discountRedemptions r join payments p on p.id = r.paymentId
     left join charges c on c.paymentId = p.id
     where (r.givenBackAt is null) = (p.status = 'failed') and p.status <> 'pending' and c.processingAt is null`,
  ),
];

/** Each charge that the bank has made, and has not returned, is one payment, and what it gave back is what payments say. */
export const bank: Check = (world, { now, bankWellSince }) => {
  const nowMs = Date.parse(now);
  if (nowMs - bankWellSince < FINDING_OUT_MS) return [];
  const charges = world.program.outside.accounts
    .query(
      `select substr(body ->> '$.reference', 1, 36) as reference, max(body ->> '$.id') as chargeId, count(*) as times, sum(body ->> '$.amount') as amount,
       sum(body ->> '$.amountRefunded') as refunded, max(coalesce(body ->> '$.debit.endsAt', '')) as endsAt from sandboxProcessor
       where kind = 'charge' and not body ->> '$.declined' and not body ->> '$.abandoned'
       and coalesce(body ->> '$.debit.outcome', '') <> 'fails' group by 1`,
    )
    .all() as Row[];
  const payments = new Map(
    rowsOf(world, `select * from payments where paymentMethod = 'card'`).map((row) => [row.id, row]),
  );
  const taken = (row: Row): boolean => !['pending', 'failed'].includes(row.status);
  const isOld = (row: Row): boolean => nowMs - Date.parse(row.updatedAt) > FINDING_OUT_MS;
  const known = new Set(charges.flatMap(({ reference, chargeId }) => [reference, chargeId]));
  const chargeOf = ({ processor }: Row): string | undefined => JSON.parse(processor ?? '{}').chargeId;
  // A payment after a restore has the charge of one that was lost.
  const byCharge = new Map([...payments.values()].map((row) => [chargeOf(row), row]));
  const heardUntil = new Date(nowMs - FINDING_OUT_MS).toISOString();
  const wrong = charges.flatMap(({ reference, chargeId, times, amount, refunded, endsAt }) => {
    const row = payments.get(reference) ?? byCharge.get(chargeId);
    if (times > 1) return [`the bank charged ${reference} ${times} times`];
    if (row === undefined) return world.lostByRestore > 0 ? [] : [`the bank charged ${reference}, which no payment is`];
    if (!isOld(row) || endsAt > heardUntil || world.lostByRestore > 0) return [];
    if (!taken(row)) return [`the bank charged ${reference}, and the payment is ${row.status}`];
    if (row.amount !== amount)
      return [`the bank charged ${amount} for ${reference}, and the payment is of ${row.amount}`];
    return row.amountRefunded === refunded
      ? []
      : [`the bank gave back ${refunded} of ${reference}, and the payment says ${row.amountRefunded}`];
  });
  // A restore forgets what was charged, and the bank is asked before the same is charged again.
  const twice = world.program.outside.accounts
    .query(
      `select body ->> '$.subject' as subject, count(*) as times from sandboxProcessor
       where kind = 'charge' and not body ->> '$.declined' and not body ->> '$.abandoned' and body ->> '$.subject' is not null
       and coalesce(body ->> '$.debit.outcome', '') <> 'fails' and body ->> '$.amountRefunded' < body ->> '$.amount'
       group by 1, body ->> '$.amount' having times > 1`,
    )
    .all() as Row[];
  const again = twice.map(({ subject, times }) => `the bank charged '${subject}' ${times} times`);
  const made = [...payments.values()]
    .filter((row) => taken(row) && row.amount > 0 && row.voidedAt === null)
    .filter((row) => !known.has(row.id) && !known.has(chargeOf(row)))
    .map((row) => `the payment ${row.id} is ${row.status}, and the bank knows of no charge`);
  return [...wrong, ...again, ...made];
};

const dayIn = (timezone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => format.format(new Date(instant));
};

/** The report of money has what payments and refunds say, day by day. */
export const report: Check = async (world, { now }) => {
  const ago = (days: number): string => new Date(Date.parse(now) - days * 86_400_000).toISOString();
  const wrong: string[] = [];
  for (const { id, timezone } of rowsOf(world, 'select id, timezone from sites order by id')) {
    const day = dayIn(timezone);
    const path = `/manage/reports/revenue?from=${day(ago(9))}&to=${day(ago(1))}&location_id=${id}`;
    const { body } = await world.program.answer(world.program.studio.get(path));
    const byDay = (rows: readonly Row[]): Map<string, number> => {
      const totals = new Map<string, number>();
      for (const { at, amount } of rows) totals.set(day(at), (totals.get(day(at)) ?? 0) + amount);
      return totals;
    };
    const paid = byDay(
      rowsOf(
        world,
        `select paidAt as at, amount from payments where siteId = ? and paidAt >= ? and paymentMethod <> 'comp'`,
        id,
        ago(11),
      ),
    );
    const back = byDay(
      rowsOf(
        world,
        `select r.createdAt as at, r.amount from refunds r join payments p on p.id = r.paymentId
         where p.siteId = ? and r.createdAt >= ? and r.status = 'succeeded'`,
        id,
        ago(11),
      ),
    );
    for (const { date, received, refunded } of body.days ?? []) {
      const [total, given] = [paid.get(date) ?? 0, back.get(date) ?? 0];
      if (total !== received) wrong.push(`the report says ${received} of ${date} at ${id}, and payments say ${total}`);
      if (given !== refunded)
        wrong.push(`the report says ${refunded} back on ${date} at ${id}, and refunds say ${given}`);
    }
  }
  return wrong.slice(0, 3);
};
