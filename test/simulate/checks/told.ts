// What was told of it: events, webhooks and emails.

import { RECEIVERS, type Row, rowsOf, type World } from '../world.ts';
import { type Check, none } from './check.ts';

/** Events of a record in a time, against the records that were made in it. */
const once = (
  world: World,
  type: string,
  table: string,
  made: string,
  key: string,
  from: string,
  to: string,
): string[] =>
  none(
    world,
    `not exactly one ${type}`,
    `select r.id, count(e.id) as times from ${table} r left join events e on e.type = '${type}' and e.createdAt >= ?1
       and e.body ->> '$.data.${key}' = r.id
     where r.${made} >= ?1 and r.${made} < ?2 group by r.id having times <> 1`,
    from,
    to,
  );

export const events: Check = (world, { from, now }) => [
  ...once(
    world,
    'booking.created',
    "(select * from bookings where channel <> 'import')",
    'createdAt',
    'bookingId',
    from,
    now,
  ),
  ...once(world, 'package.purchased', 'packages', 'createdAt', 'packageId', from, now),
  ...once(
    world,
    'client.created',
    '(select * from clients where erasedAt is null and externalId is null)',
    'createdAt',
    'clientId',
    from,
    now,
  ),
  ...none(
    world,
    'a change of credits was not told once',
    `select l.packageId, count(*) as changes, (select count(*) from events e where e.type = 'package.credits_changed'
       and e.createdAt >= ?1 and e.createdAt < ?2 and e.body ->> '$.data.packageId' = l.packageId) as told
     from creditLedger l where l.at >= ?1 and l.at < ?2 and l.delta <> 0 group by l.packageId having changes <> told`,
    from,
    now,
  ),
  ...none(
    world,
    'a cancellation was told more often than it can have been, or not at all',
    `select b.id, count(e.id) as times from bookings b left join events e on e.type = 'booking.cancelled' and e.createdAt >= ?1
       and e.body ->> '$.data.bookingId' = b.id
     where b.cancelledAt >= ?1 and b.cancelledAt < ?2 group by b.id having times < 1 or times > 4`,
    from,
    now,
  ),
];

/** So often a receiver is asked at most. */
const ATTEMPTS = 3;

/** Longer than all attempts of a delivery together, ms. */
const DELIVERED_MS = 3 * 86_400_000;

const enabled = new WeakMap<World, Map<string, { skipped: number; since: number }>>();

/** The endpoints that were enabled each night since an instant, and have skipped nothing since. */
const alwaysEnabled = (world: World, now: string, after: number): readonly Row[] => {
  // In the first night all are as they were made.
  const isFirst = !enabled.has(world);
  const known = enabled.get(world) ?? new Map<string, { skipped: number; since: number }>();
  enabled.set(world, known);
  return rowsOf(world, 'select id, url, status, skippedWhileDisabled as skipped from webhookEndpoints').filter(
    ({ id, url, status, skipped }) => {
      const before = known.get(id);
      const isSteady = before?.skipped === skipped && status !== 'disabled';
      const made = isFirst && status !== 'disabled' ? world.since : Date.parse(now);
      const since = isSteady ? (before?.since ?? made) : made;
      known.set(id, { skipped, since });
      return since <= after && RECEIVERS.includes(url);
    },
  );
};

/** Each event has come to each endpoint that was there and enabled all the time, or is accounted for. */
export const webhooks: Check = (world, { now }) => {
  const end = new Date(Date.parse(now) - DELIVERED_MS).toISOString();
  const begin = new Date(Math.max(world.since, Date.parse(end) - 86_400_000)).toISOString();
  const after = Date.parse(begin);
  const endpoints = alwaysEnabled(world, now, after);
  if (begin >= end) return [];
  const raised = rowsOf(
    world,
    `select id, type, iif(type like 'webhook.%', body ->> '$.data.webhookId', '') as about from events
     where createdAt > ? and createdAt < ? and type not in ('checkIn', 'ping')`,
    begin,
    end,
  );
  const received = world.program.outside.received().filter(({ at, isTaken }) => at >= after && isTaken);
  const taken = new Set(received.map(({ url, eventId }) => url + eventId));
  const wrong: string[] = [];
  for (const { id, url } of endpoints) {
    const accounted = new Set(
      rowsOf(
        world,
        `select key as eventId from queueJobs where queue = 'webhooks' and lane = ?1
         union select eventId from webhookDeliveries where endpointId = ?1 and (status = 'succeeded' or attempt = ?2
           or errorCode in ('endpoint_disabled', 'not_permitted'))`,
        id,
        ATTEMPTS,
      ).map(({ eventId }) => eventId),
    );
    for (const event of raised) {
      // An endpoint is not told of itself.
      if (taken.has(url + event.id) || accounted.has(event.id) || event.about === id) continue;
      wrong.push(`${event.type} ${event.id} has not come to ${url}, and nothing tells why`);
    }
  }
  return wrong.slice(0, 3);
};

/** For how long what was sent may not be recorded yet, ms. */
const RECORDED_MS = 6 * 3_600_000;

/** Whether the program may not know that it has sent something at an instant, epoch ms. */
export const wasLost = (losses: readonly number[], at: number): boolean =>
  losses.some((loss) => Math.abs(loss - at) < RECORDED_MS);

/** Each email was taken once, or once more where its record was lost; none goes to who is erased. */
export const emails: Check = (world, { from, losses }) => {
  const sent = world.program.outside.sent();
  const last = new Map<string, number>();
  const twice = sent.flatMap(({ messageId, subject, at }) => {
    const before = last.get(messageId);
    last.set(messageId, at);
    if (before === undefined || wasLost(losses, before)) return [];
    return [`the email "${subject}" was sent twice: ${messageId}`];
  });
  const recent = sent.filter(({ at }) => at >= Date.parse(from));
  // A restored backup has those whom it knew.
  const still = world.erased.filter(
    ({ id }) => rowsOf(world, 'select erasedAt from clients where id = ?', id)[0]?.erasedAt != null,
  );
  const gone = new Map(still.map(({ words, at }) => [words[2], at]));
  const erased = recent
    .filter(({ to, at }) => at > (gone.get(to) ?? Number.POSITIVE_INFINITY))
    .map(({ to, subject }) => `an email went to ${to}, who is erased: ${subject}`);
  return [...twice, ...erased];
};

/** No two messages say the same thing of the same thing to the same person. */
export const messages: Check = (world, { from }) =>
  none(
    world,
    'two messages say the same',
    `select kind, channel, sourceId, clientId, staffId, data, count(*) as times from messages
     where createdAt >= ? and clientId is not null group by kind, channel, sourceId, clientId, data having times > 1`,
    from,
  );

/** Kinds that wait for the end of quiet hours, and their category. */
const WAITING_KINDS: Readonly<Record<string, string>> = {
  booking_reminder: 'reminders',
  fee: 'payments',
  package_expiring: 'memberships',
};

const isWithin = (time: string, { start, end }: { start: string; end: string }): boolean =>
  end < start ? time >= start || time < end : time >= start && time < end;

/** What can wait comes in nobody's quiet hours, and to nobody who does not want it. A merge brings messages that another client wanted. */
export const wishes: Check = (world, { from }) => {
  const rows = rowsOf(
    world,
    `select m.id, m.kind, m.channel, m.sentAt, p.choices, coalesce(c.timezone, s.timezone) as timezone from messages m
     join clients c on c.id = m.clientId join notificationPreferences p on p.clientId = c.id join sites s on s.id = m.siteId
     where m.status = 'sent' and m.sentAt >= ?1 and p.updatedAt < ?1 and s.updatedAt < ?1
     and c.id not in (select clientId from mergedClients where createdAt >= ?1)`,
    from,
  );
  return rows.flatMap(({ id, kind, channel, sentAt, choices, timezone }) => {
    const category = WAITING_KINDS[kind];
    const { quietHours, categories } = JSON.parse(choices);
    if (category === undefined) return [];
    if (category === 'reminders' && categories?.reminders?.[channel] === false)
      return [`the message ${id} was not wanted`];
    if (quietHours == null) return [];
    const time = new Date(sentAt).toLocaleTimeString('en-GB', {
      timeZone: timezone,
      hour: '2-digit',
      minute: '2-digit',
    });
    return isWithin(time, quietHours)
      ? [`the message ${id}, ${kind}, was sent at ${time} of quiet hours ${JSON.stringify(quietHours)}`]
      : [];
  });
};
