import { type Tx, withoutEvents } from '../../database/database.ts';
import type { Slice } from '../../database/long-changes.ts';
import type { FactKind } from '../facts/tables.ts';
import type { FactFamily } from '../reactions.ts';
import { grantDue, grantingDue } from './grants.ts';
import { liveAwards } from './queries.ts';
import { Award, type AwardRow, type AwardTrigger } from './record.ts';
import { unfinishedAwards } from './tables.ts';

/** The trigger that a kind of fact moves besides streaks. */
const MOVES: Readonly<Partial<Record<FactKind, AwardTrigger>>> = { visit: 'visits', metric_entry: 'metric' };

/**
 * Grants the awards that a fact earns, after the streaks have moved. What is earned stays when the fact is taken back.
 * Without awards it is one look-up.
 */
export const awardReactions: FactFamily = {
  factRecorded(tx, { kind, clientId }) {
    for (const award of liveAwards(tx, 'streak', MOVES[kind] ?? 'streak')) grantDue(tx, award, clientId);
  },
  factTakenBack() {},
  *factsImported(tx, clientId, moves) {
    const kinds = new Set(moves.flatMap(({ fact, sign }) => (sign === 1 ? [fact.kind] : [])));
    const awards = new Map(
      [...kinds].flatMap((kind) =>
        liveAwards(tx, 'streak', MOVES[kind] ?? 'streak').map((award) => [award.id, award] as const),
      ),
    );
    for (const award of awards.values()) {
      yield;
      yield* grantingDue(tx, award, clientId);
    }
  },
};

/** Grants the awards that a client earns who has completed a challenge. */
export const awardForChallenge = (tx: Tx, clientId: string): void => {
  for (const award of liveAwards(tx, 'challenge', 'challenge')) grantDue(tx, award, clientId);
};

/** Grants that one transaction makes, about; and members whom it looks at. */
const GRANTS = 200;
const MEMBERS = 200;

const LIVE_CLIENTS = `select "id" "clientId" from "clients" where "archivedAt" is null and "id" > ?1
  order by "id" limit ${MEMBERS}`;

/** The members who may have earned an award by old facts, in the order of their ids. */
const MAY_HAVE_EARNED: Readonly<Partial<Record<AwardTrigger, string>>> = {
  visits: LIVE_CLIENTS,
  streak: LIVE_CLIENTS,
  metric: `select "clientId" from "metricCounts" where "contentEntryId" = ?2 and "clientId" > ?1
    order by "clientId" limit ${MEMBERS}`,
  challenge: `select distinct "clientId" from "challengeEnrollments" where "clientId" > ?1
    order by "clientId" limit ${MEMBERS}`,
};

const LIVE_CLIENT = 'select 1 from "clients" where "id" = ? and "archivedAt" is null';

const someMembers = (tx: Tx, { trigger, metricContentEntryId }: AwardRow, after: string): string[] => {
  const statement = MAY_HAVE_EARNED[trigger];
  if (statement === undefined) return [];
  const values = trigger === 'metric' ? [after, metricContentEntryId ?? ''] : [after];
  return tx.db
    .query<{ clientId: string }, string[]>(statement)
    .all(...values)
    .map(({ clientId }) => clientId);
};

/** Has the members earn a new or changed award by their old facts, in slices. */
export const countOldFacts = (tx: Tx, award: AwardRow, isSilent = false): void => {
  if (someMembers(tx, award, '').length > 0) unfinishedAwards.store(tx, award.id, { after: '', isSilent });
};

/** Grants an award to some of those who earned it by old facts. */
export const countMoreOldFacts: Slice<object> = (tx, id) => {
  const left = unfinishedAwards.find(tx, id);
  const award = Award.rows.find(tx, id);
  if (left === undefined || award === undefined) return {};
  const members = award.archivedAt === null ? someMembers(tx, award, left.after) : [];
  const { isSilent = false } = left;
  const granting = isSilent ? withoutEvents(tx) : tx;
  let granted = 0;
  let after = left.after;
  for (const clientId of members) {
    // A member who has earned it very often stays until nothing is left.
    for (let more = 1; more > 0 && granted < GRANTS; granted += more) {
      more = tx.db.query(LIVE_CLIENT).get(clientId) === null ? 0 : grantDue(granting, award, clientId);
    }
    if (granted >= GRANTS) break;
    after = clientId;
  }
  if (members.length === MEMBERS || granted >= GRANTS) {
    unfinishedAwards.store(tx, id, { after, isSilent });
    return undefined;
  }
  unfinishedAwards.remove(tx, id);
  return {};
};
