import type { Read } from '../../database/database.ts';
import { type Caller, canAccessSite, type SiteAccess } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { addDays, localDateAt, startOfDate } from '../../kernel/local-time.ts';
import type { Static } from '../../kernel/schemas.ts';
import { type FailedDelivery, isUndelivered, redeliveryJobs } from '../../webhooks/failed-deliveries.ts';
import { DELIVERIES_KEPT_MS, siteOfEndpoint, type WebhookEndpointRow } from '../../webhooks/record.ts';
import { brandDefaults } from '../settings/queries.ts';
import { timezoneOf } from '../sites/queries.ts';
import type { WebhookHealth } from './shapes.ts';

/** The attempts of a day that are counted, the latest ones: an index alone has the counts of anyone who may read all sites. */
const MOST_OF_DAY = 10_000;
const MOST_OF_DAY_AT_SITES = 1_000;
/** The latest attempts of a day, or of all days, whose times make the percentiles. */
const TIMED = 1_000;
/** The failed deliveries, the latest ones, among which events are looked for that have not arrived. */
const MOST_FAILED = 1_000;

/** A range of ids: from the first one on, before the other. */
interface Span {
  readonly from: string;
  readonly to: string;
}

interface Counts {
  readonly delivered: number;
  readonly failed: number;
  readonly isCapped: boolean;
}

const IN_SPAN = 'from webhookDeliveries where endpointId = ? and id >= ? and id < ?';
const AT = `select id ${IN_SPAN} order by id desc limit 1 offset ?`;
const COUNT = `select count(*) "n" ${IN_SPAN}`;
const COUNT_FAILED = `${COUNT} and status = 'failed'`;
const COUNT_PENDING = `${COUNT} and status = 'pending'`;
const AT_SITES = `select count(*) filter (where status = 'succeeded') delivered, count(*) filter (where status = 'failed') failed
  ${IN_SPAN} and siteId in (select value from json_each(?))`;
const TIMES = `select latencyMs from (select status, latencyMs, siteId ${IN_SPAN} order by id desc limit ?)
  where status = 'succeeded' and latencyMs is not null and (?5 is null or siteId in (select value from json_each(?5)))
  order by latencyMs`;

const healthOf = (read: Read, { siteIds }: SiteAccess, endpointId: string) => {
  const { db } = read;
  const sites = siteIds === null ? null : JSON.stringify(siteIds);
  const most = siteIds === null ? MOST_OF_DAY : MOST_OF_DAY_AT_SITES;

  const countIn = (statement: string, { from, to }: Span): number =>
    db.query<{ n: number }, string[]>(statement).get(endpointId, from, to)?.n ?? 0;

  return {
    counts(span: Span): Counts {
      const { from, to } = span;
      const beyond = db.query<{ id: string }, [string, string, string, number]>(AT).get(endpointId, from, to, most - 1);
      const counted = beyond === null ? span : { from: beyond.id, to };
      const isCapped = beyond !== null && countIn(COUNT, span) > most;
      if (sites !== null) {
        const found = db
          .query<Omit<Counts, 'isCapped'>, string[]>(AT_SITES)
          .get(endpointId, counted.from, counted.to, sites);
        return { delivered: 0, failed: 0, ...found, isCapped };
      }
      const failed = countIn(COUNT_FAILED, counted);
      return { delivered: countIn(COUNT, counted) - failed - countIn(COUNT_PENDING, counted), failed, isCapped };
    },
    times({ from, to }: Span) {
      const times = db
        .query<{ latencyMs: number }, [string, string, string, number, string | null]>(TIMES)
        .all(endpointId, from, to, TIMED, sites)
        .map(({ latencyMs }) => latencyMs);
      const atRank = (share: number): number | null => times[Math.ceil(share * times.length) - 1] ?? null;
      return { latencyP50Ms: atRank(0.5), latencyP95Ms: atRank(0.95) };
    },
  };
};

const LATEST_FAILED = `select id, endpointId, eventId, eventType, siteId, nextAttemptAt, errorCode, errorMessage, responseStatus
  from webhookDeliveries where endpointId = ? and status = 'failed' and id >= ? order by id desc limit ?`;

interface Failed extends FailedDelivery {
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly responseStatus: number | null;
}

const FIRST_FAILED = `select createdAt from webhookDeliveries
  where endpointId = ? and status = 'failed' and id >= ? and createdAt > ? order by id limit 1`;

/** When the first attempt failed since the last one that succeeded; null while none did. */
const failingSince = (read: Read, { id, lastSuccessAt }: WebhookEndpointRow, since: number): string | null => {
  const after = Math.max(since, lastSuccessAt === null ? since : epochOf(lastSuccessAt));
  return (
    read.db.query<{ createdAt: string }, string[]>(FIRST_FAILED).get(id, idLowerBound(after), isoInstant(after))
      ?.createdAt ?? null
  );
};

/** How the deliveries to an endpoint went in the last 7 days, as far as the caller may see them. */
export const webhookHealth = (read: Read, caller: Caller, row: WebhookEndpointRow): Static<typeof WebhookHealth> => {
  const now = read.nowMs;
  const since = now - DELIVERIES_KEPT_MS;
  const zone = timezoneOf(read, siteOfEndpoint(row, brandDefaults(read).defaultSiteId));
  const health = healthOf(read, caller, row.id);
  const last = localDateAt(now, zone);
  const days = [];
  for (let date = localDateAt(since, zone); date <= last; date = addDays(date, 1)) {
    const from = Math.max(since, epochOf(startOfDate(date, zone)));
    // Ids may be ahead of the clock, so the last day ends with the last one.
    const to = date === last ? '~' : idLowerBound(epochOf(startOfDate(addDays(date, 1), zone)));
    const span = { from: idLowerBound(from), to };
    days.push({ date, ...health.counts(span), ...health.times(span) });
  }
  const whole = { from: idLowerBound(since), to: '~' };
  const failed = read.db
    .query<Failed, [string, string, number]>(LATEST_FAILED)
    .all(row.id, whole.from, MOST_FAILED + 1)
    .filter(({ siteId }) => canAccessSite(caller, siteId));
  const [latest] = failed;
  const looked = failed.slice(0, MOST_FAILED);
  const queued = redeliveryJobs.keysIn(read, row.id, MOST_FAILED).length;
  return {
    object: 'webhook_health',
    webhookId: row.id,
    status: row.status,
    consecutiveFailures: row.consecutiveFailures,
    failingSince: failingSince(read, row, since),
    lastError:
      latest?.errorCode == null
        ? null
        : { code: latest.errorCode, message: latest.errorMessage ?? '', responseStatus: latest.responseStatus },
    from: isoInstant(since),
    delivered: days.reduce((sum, { delivered }) => sum + delivered, 0),
    failed: days.reduce((sum, { failed: ofDay }) => sum + ofDay, 0),
    isCapped: days.some(({ isCapped }) => isCapped),
    ...health.times(whole),
    undelivered: looked.filter((delivery) => isUndelivered(read, delivery)).length,
    isUndeliveredCapped: failed.length > MOST_FAILED,
    redelivering: Math.min(queued, MOST_FAILED),
    days,
  };
};
