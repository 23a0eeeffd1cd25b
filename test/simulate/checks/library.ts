// What members read and watch, and with which keys integrators ask.

import { rowsOf } from '../world.ts';
import { type Check, none } from './check.ts';

/** Entries of this world only: older programs counted otherwise. */
const OWN = `select id from contentEntries where createdAt >= '2026-03-03'`;

/** Each completion is told once, counts are what they count, and a status is possible. */
export const library: Check = (world, { from, now }) => [
  ...none(
    world,
    'favorites are not counted',
    `select e.id, e.favoriteCount, count(s.clientId) as favorites from contentEntries e left join contentStatuses s
     on s.contentEntryId = e.id and s.favoritedAt is not null where e.id in (${OWN}) group by e.id having e.favoriteCount <> favorites`,
  ),
  ...none(
    world,
    'the popularity is not the views of the last days',
    `select e.id, e.popularity, e.viewCount, coalesce(sum(v.views), 0) as seen from contentEntries e left join contentEntryViews v
     on v.entryId = e.id where e.id in (${OWN}) group by e.id having cast(substr(e.popularity, 1, 9) as integer) <> seen or e.viewCount < seen`,
  ),
  ...none(
    world,
    'a status is impossible',
    `select * from contentStatuses where contentEntryId in (${OWN}) and (
       (status = 'completed') <> (progressPercent = 100 and completedAt is not null)
       or (status = 'completed' and completionCount = 0) or (status = 'not_started') <> (startedAt is null))`,
  ),
  ...none(
    world,
    'a completion was not told once',
    `select f.id, count(e.id) as times from facts f left join events e on e.type = 'content.completed' and e.createdAt = f.createdAt
       and e.body ->> '$.data.clientId' = f.clientId
     where f.kind = 'content_completed' and f.createdAt >= ?1 and f.createdAt < ?2 and f.clientId not in (select clientId from mergedClients)
     group by f.id having times = 0`,
    from,
    now,
  ),
  ...none(
    world,
    'a completion was told and does not count',
    `select e.id from events e where e.type = 'content.completed' and e.createdAt >= ?1 and e.createdAt < ?2
       and (select count(*) from facts f where f.kind = 'content_completed' and f.createdAt = e.createdAt)
         <> (select count(*) from events o where o.type = 'content.completed' and o.createdAt = e.createdAt)`,
    from,
    now,
  ),
];

/** How many of the newest entries are looked at each night. */
const LOOKED_AT = 6;

/** An integrator sees what is published now, and nothing else. */
export const published: Check = async (world) => {
  const { answer, studio } = world.program;
  const wrong: string[] = [];
  const entries = rowsOf(world, `select * from contentEntries order by id desc limit ${LOOKED_AT}`);
  for (const { id, status, publishedAt, expiresAt, archivedAt } of entries) {
    const now = new Date(studio.time.now()).toISOString();
    const isOut =
      archivedAt === null && publishedAt !== null && publishedAt <= now && !(expiresAt <= now && expiresAt !== null);
    const expected = isOut && (status === 'published' || status === 'scheduled') ? 200 : 404;
    const response = await answer(studio.get(`/v2/content/entries/${id}`));
    if (response.status !== expected) wrong.push(`an entry that is ${status} answers ${response.status}: ${id}`);
  }
  return wrong;
};

/** A key works until it is revoked or has expired. */
export const keys: Check = async (world) => {
  const { answer, studio } = world.program;
  const wrong: string[] = [];
  for (const { id, key, expiresAt, isRevoked } of world.keys.slice(-6)) {
    const { status } = await answer(studio.get('/v2/bookings?limit=1', { 'x-service-api-key': key }));
    const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= studio.time.now();
    const expected = isRevoked || hasExpired ? 401 : 200;
    if (status !== expected) wrong.push(`a key answers ${status} in place of ${expected}: ${id}`);
  }
  return wrong;
};
