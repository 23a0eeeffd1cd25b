import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { STREAK_TYPES } from '../../../../events/enumerations.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { count, date, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { raisedAnniversary, storedStreak, streaksView } from '../../../exports/engagement/ranks.ts';
import { recount } from '../../../streaks/counting.ts';
import { NO_STREAK, storeStreaks, streaksOf } from '../../../streaks/queries.ts';
import { ownerOf } from '../../../streaks/state.ts';
import type { StreakState, StreakType, WeekTargets } from '../../../streaks/tables.ts';
import { clientReference } from '../../shapes.ts';
import { changedFields } from '../changes.ts';
import { utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { clientOf } from '../references.ts';

const streak = object(() => ({ ...Type.Partial(storedStreak).properties, type: storedStreak.properties.type }));

const ImportStreaks = object(() => ({
  ...clientReference,
  weekTargets: optional(
    Type.Array(object({ from: date(), target: Type.Number({ minimum: 0, maximum: 1000 }) }), { maxItems: 5000 }),
  ),
  most: optional(object({ visits: count(), minutes: count() })),
  streaks: optional(Type.Array(streak, { maxItems: STREAK_TYPES.length })),
  milestones: optional(Type.Array(raisedAnniversary, { maxItems: 10_000 })),
}));

type Row = Static<typeof ImportStreaks>;
type Found = ReturnType<typeof streaksView> & { readonly id: string };

const HAS_STREAKS = `select 1 from "clients" where "id" = ?1 and "activity" is not null
  union all select 1 from "milestonesRaised" where "clientId" = ?1 limit 1`;

const find = (read: Read, row: Row, caller: Caller): Found | undefined => {
  const client = clientOf(read, caller, row);
  const hasStreaks = read.db.query(HAS_STREAKS).get(client.id) !== null;
  return hasStreaks ? { ...streaksView(read, client.id), id: client.id } : undefined;
};

interface Restored {
  readonly targets: WeekTargets;
  /** Which events were raised, by type of streak. */
  readonly raised: ReadonlyMap<StreakType, Pick<StreakState, 'raisedOn' | 'brokenOn'>>;
  /** Up to which visits and minutes milestones were raised. */
  readonly most: { readonly visits: number; readonly minutes: number };
  /** The anniversaries that were raised. */
  readonly milestones: readonly { readonly threshold: number; readonly raisedAt: string }[];
}

const RAISED = `insert into "milestonesRaised" ("clientId", "type", "threshold", "raisedAt") values (?, 'anniversary', ?, ?)
  on conflict do update set "raisedAt" = excluded."raisedAt"`;

/** Stores the targets of weeks and what was raised in another studio, and counts the streaks again by them. */
const restoreStreaks = (tx: Tx, clientId: string, { targets, raised, most, milestones }: Restored): void => {
  const before = streaksOf(tx, clientId);
  const owner = ownerOf(tx, clientId);
  const counted = STREAK_TYPES.flatMap((type) => {
    const state = { ...(before.streaks[type] ?? NO_STREAK), ...raised.get(type) };
    const isRestored = type in before.streaks || raised.has(type);
    return isRestored ? [[type, recount(tx, owner, type, state, targets)] as const] : [];
  });
  const highest = [Math.max(before.most[0], most.visits), Math.max(before.most[1], most.minutes)] as const;
  if (counted.length > 0 || highest.some((amount) => amount > 0)) {
    storeStreaks(tx, { ...before, most: highest, targets, streaks: Object.fromEntries(counted) });
  }
  for (const { threshold, raisedAt } of milestones) tx.db.query(RAISED).run(clientId, threshold, raisedAt);
};

/** The dates from the earliest on: streaks look targets up in their order. */
const targetsOf = ({ weekTargets = [] }: Row) =>
  weekTargets
    .map(({ from, target }) => [from, target] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : Number(left > right)));

const restore = (tx: Tx, caller: Caller, row: Row, before: Found | undefined): string => {
  const { id: clientId } = clientOf(tx, caller, row);
  const kept = before?.weekTargets ?? [];
  restoreStreaks(tx, clientId, {
    targets: targetsOf(row.weekTargets === undefined ? { weekTargets: kept } : row),
    raised: new Map(
      (row.streaks ?? []).map(({ type, raisedOn = null, brokenOn = null }) => [type, { raisedOn, brokenOn }]),
    ),
    most: row.most ?? { visits: 0, minutes: 0 },
    milestones: (row.milestones ?? []).map((each) => ({ ...each, raisedAt: utc(each.raisedAt) })),
  });
  return clientId;
};

/** What does not follow from the facts of a member: the targets of weeks, and which events were raised. */
export const importStreaks = importFamily(ImportStreaks, {
  rights: { create: ['updateClient'], update: ['updateClient'] },
  find,
  create: (tx, caller, row) => restore(tx, caller, row, undefined),
  update(tx, caller, found, row) {
    const { clientId: _id, clientExternalId, clientEmail, ...fields } = row;
    if (Object.keys(changedFields(fields, found)).length === 0) return false;
    restore(tx, caller, row, found);
    return Object.keys(changedFields({ ...streaksView(tx, found.id) }, found)).length > 0;
  },
});
