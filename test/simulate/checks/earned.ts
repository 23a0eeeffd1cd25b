// What members have earned. What is earned stays, whatever becomes of what earned it: so it is not counted again here.

import { clientIn, wrongCounts } from '../../properties/engagement/recounts.ts';
import { ZONES } from '../acts/owner.ts';
import type { World } from '../world.ts';
import { type Check, none } from './check.ts';

/** Whether a complaint is about a client whose facts have all been counted. */
const isCounted =
  ({ uncounted }: World) =>
  (complaint: string): boolean =>
    !uncounted.has(clientIn(complaint) ?? '');

/** Streaks, boards, points and metrics are what a recount gives. */
export const recounts: Check = async (world) => {
  const wrong = await wrongCounts({ studio: world.program.studio, zones: ZONES });
  return wrong.filter(isCounted(world)).filter((each) => !world.moved.has(clientIn(each) ?? ''));
};

export const awards: Check = (world, { from, now }) => [
  ...none(
    world,
    'an award was earned by nothing',
    `select g.id, a.name, g.earnedAt from awardGrants g join awards a on a.id = g.awardId
     where g.ordinal is not null and g.createdAt >= ? and a.trigger in ('visits', 'streak')
     and not exists (select 1 from facts f where f.clientId = g.clientId and f.at = g.earnedAt)`,
    from,
  ),
  ...none(
    world,
    'an award was earned more often than it can be, or has a gap',
    `select g.awardId, a.name, g.clientId, count(g.ordinal) as times, max(g.ordinal) as last from awardGrants g
     join awards a on a.id = g.awardId group by g.awardId, g.clientId
     having times <> last or (a.isRepeatable = 0 and times > 1)`,
  ),
  ...none(
    world,
    'an award for visits was not given',
    `select c.id, a.name, count(*) as visits from awards a join clients c join facts f on f.clientId = c.id
     where a.trigger = 'visits' and a.archivedAt is null and c.archivedAt is null and f.kind = 'visit' and f.takenBackAt is null
     and c.id not in (select clientId from mergedClients) and not exists (
       select 1 from awardGrants g where g.awardId = a.id and g.clientId = c.id)
     group by a.id, c.id having visits >= a.threshold`,
  ).filter(isCounted(world)),
  ...none(
    world,
    'an award was not told once',
    `select g.awardId, g.clientId, g.earnedAt, count(distinct g.id) as grants, count(distinct e.id) as times
     from awardGrants g left join events e on e.type = 'award.earned' and e.createdAt >= ?1
       and e.body ->> '$.data.awardId' = g.awardId and e.body ->> '$.data.clientId' = g.clientId
       and e.body ->> '$.data.earnedAt' = g.earnedAt
     where g.createdAt >= ?1 and g.createdAt < ?2 and g.clientId not in (select clientId from mergedClients)
     group by g.awardId, g.clientId, g.earnedAt having times <> grants`,
    from,
    now,
  ),
];
