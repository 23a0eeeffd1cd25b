// Faults that are put in by hand, as a program might have them: a simulation that finds none of them is worth nothing.

import type { World } from './world.ts';

/** How the program gets a fault, at each start. */
type Mutation = (world: World) => void;

const trigger =
  (name: string, body: string): Mutation =>
  (world) => {
    world.program.studio.db.run(`create temp trigger "by hand ${name}" ${body}`);
  };

/** Each kind of fault. */
export const BY_HAND: Readonly<Record<string, Mutation>> = {
  'a credit is given back twice': trigger(
    'credit',
    `after update of creditsRemaining on packages when new.creditsRemaining = old.creditsRemaining + 1
     begin update packages set creditsRemaining = creditsRemaining + 1 where id = new.id; end`,
  ),
  'a reminder is sent again after a kill': ({ program: { studio } }) => {
    const [at, before] = [0, 7].map((hours) => new Date(studio.time.now() - hours * 3_600_000).toISOString());
    // Not of a class that has begun: nobody is reminded of that.
    const old = `select id from messages where kind = 'booking_reminder' and status = 'sent' and sentAt < '${before}'
      and substr(sourceId, -24) > '${at}' order by sentAt desc, id desc limit 5`;
    studio.db.run(
      `insert or ignore into queueJobs (queue, key, lane, attempt, dueAt, faults)
       select 'mail', id, 'people.org', 0, '${at}', 0 from (${old})`,
    );
    studio.db.run(
      `update messages set status = 'scheduled', sentAt = null, data = json_object('bookingId', substr(sourceId, 1, 36),
       'minutes', cast(substr(sourceId, 38) as integer)) where id in (${old})`,
    );
  },
  'a refund counts twice': trigger(
    'refund',
    `after update of status on refunds when new.status = 'succeeded' and old.status = 'pending'
     begin update payments set amountRefunded = amountRefunded + new.amount where id = new.paymentId; end`,
  ),
  'a lapsed offer keeps its seat': trigger(
    'offer',
    `after update of holdsSeat on bookings when old.holdsSeat = 1 and new.holdsSeat = 0 and new.lastSkipReason = 'offer_lapsed'
     begin update sessions set offersHeld = offersHeld + 1 where id = new.sessionId; end`,
  ),
  'a late event has an erased name': (world) => {
    world.program.studio.db.run('create temp table erasedNames (name text)');
    trigger(
      'name',
      `after update of firstName on clients when new.firstName is not old.firstName and new.status = 'archived'
       begin insert into erasedNames values (old.firstName); end`,
    )(world);
    trigger(
      'late event',
      `after insert on events when exists (select 1 from erasedNames)
       begin
       update events set body = json_set(body, '$.data.firstName', (select name from erasedNames)) where id = new.id;
       delete from erasedNames;
       end`,
    )(world);
  },
  'a seat is not counted': trigger(
    'seat',
    `after insert on bookings when new.channel = 'member_app' and new.status = 'confirmed' and new.packageId is not null
     begin update sessions set confirmedCount = confirmedCount - 1 where id = new.sessionId; end`,
  ),
  'an event is lost': trigger(
    'event',
    `after insert on events when new.type = 'booking.cancelled' and substr(new.id, -1) in ('0', '1', '2', '3')
     begin delete from events where id = new.id; end`,
  ),
  'a delivery is given up too soon': trigger(
    'delivery',
    `after update of attempt on queueJobs when new.queue = 'webhooks' and new.attempt > 1
     begin delete from queueJobs where queue = new.queue and key = new.key and lane = new.lane; end`,
  ),
  'a kill loses the log': ({ program }) => {
    program.faults.losesLog = true;
  },
  'an old copy takes the media of others with it': ({ storage }) => {
    if (storage !== undefined) storage.store.faults.removesNeededMedia = true;
  },
  'a canceled booking keeps its credit': trigger(
    'held',
    `after delete on packageUses
     begin insert or ignore into packageUses (bookingId, packageId, credits, startTime, state)
     values (old.bookingId, old.packageId, old.credits, old.startTime, old.state); end`,
  ),
  'a guest stays without the host': trigger(
    'guest',
    `after update of status on bookings when new.status = 'cancelled' and new.hostBookingId is not null and old.holdsSeat = 0
       and (select status from bookings where id = new.hostBookingId) = 'cancelled'
     begin update bookings set status = old.status where id = new.id; end`,
  ),
  'a revoked key works': trigger(
    'key',
    `after update of revokedAt on apiKeys when new.revokedAt is not null
     begin update apiKeys set revokedAt = null where id = new.id; end`,
  ),
  'a favorite is counted twice': trigger(
    'favorite',
    `after update of favoriteCount on contentEntries when new.favoriteCount = old.favoriteCount + 1
     begin update contentEntries set favoriteCount = new.favoriteCount + 1 where id = new.id; end`,
  ),
  'money is not in the report': trigger(
    'report',
    `after update of received on paymentDays when new.received % 3 = 0
     begin update paymentDays set received = old.received where siteId = new.siteId and day = new.day
       and currency = new.currency and purpose = new.purpose and planId = new.planId; end`,
  ),
};
