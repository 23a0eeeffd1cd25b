import { type Tx, withoutEvents } from '../../database/database.ts';
import { longChange, unfinishedChanges } from '../../database/long-change.ts';
import type { FactKind } from '../facts/tables.ts';
import type { FactFamily } from '../reactions.ts';
import { grantDue, grantingDue } from './grants.ts';
import { liveAwards } from './queries.ts';
import { Award, type AwardRow, type AwardTrigger } from './record.ts';

/** The trigger that a kind of fact moves besides streaks. */
const MOVES: Readonly<Partial<Record<FactKind, AwardTrigger>>> = { visit: 'visits', metric_entry: 'metric' };

/** Grants what a fact earns, after the streaks. It stays when the fact is taken back. Without awards: one look-up. */
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

export const awardForChallenge = (tx: Tx, clientId: string): void => {
  for (const award of liveAwards(tx, 'challenge', 'challenge')) grantDue(tx, award, clientId);
};

const LIVE_CLIENTS = `select "id" "clientId" from "clients" where "archivedAt" is null and "id" > ?1
  order by "id" limit 1`;

/** The next member who may have earned an award by old facts, in the order of their ids. */
const MAY_HAVE_EARNED: Readonly<Partial<Record<AwardTrigger, string>>> = {
  visits: LIVE_CLIENTS,
  streak: LIVE_CLIENTS,
  metric: `select "clientId" from "metricCounts" where "contentEntryId" = ?2 and "clientId" > ?1
    order by "clientId" limit 1`,
  challenge: `select distinct "clientId" from "challengeEnrollments" where "clientId" > ?1
    order by "clientId" limit 1`,
};

const LIVE_CLIENT = 'select 1 from "clients" where "id" = ? and "archivedAt" is null';

const nextMember = (tx: Tx, { trigger, metricContentEntryId }: AwardRow, after: string): { clientId: string }[] => {
  const statement = MAY_HAVE_EARNED[trigger];
  if (statement === undefined) return [];
  const values = trigger === 'metric' ? [after, metricContentEntryId ?? ''] : [after];
  return tx.db.query<{ clientId: string }, string[]>(statement).all(...values);
};

/** The awards that old facts are still counted for, and the last member who is done. */
const unfinishedAwards = unfinishedChanges<{
  readonly after: string;
  /** Raises nothing: the award was imported. */
  readonly isSilent?: boolean;
}>('award');

/** Has the members earn a new or changed award by their old facts, after the commit. */
export const countOldFacts = (tx: Tx, award: AwardRow, isSilent = false): void => {
  if (nextMember(tx, award, '').length > 0) unfinishedAwards.store(tx, award.id, { after: '', isSilent });
};

/** Grants an award to those who earned it by old facts. */
export const oldFacts = longChange(unfinishedAwards, {
  rows({ tx, id, state }) {
    const award = Award.rows.find(tx, id);
    if (award === undefined || award.archivedAt !== null) return [];
    return nextMember(tx, award, state.after).map(({ clientId }) => ({ award, clientId }));
  },
  change({ tx, state }, { award, clientId }) {
    const isLive = tx.db.query(LIVE_CLIENT).get(clientId) !== null;
    // A member who has earned it very often comes again until nothing is left.
    if (isLive && grantDue(state.isSilent === true ? withoutEvents(tx) : tx, award, clientId) > 0) return state;
    return { ...state, after: clientId };
  },
});
