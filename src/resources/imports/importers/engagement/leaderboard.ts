import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import {
  date,
  flag,
  id,
  instant,
  line,
  name,
  nullable,
  object,
  optional,
  type Static,
} from '../../../../kernel/schemas.ts';
import { boardPeriod, leaderboardViews, scoreViews } from '../../../exports/engagement/ranks.ts';
import { createLeaderboard, updateLeaderboard } from '../../../leaderboards/boards.ts';
import { isClosed } from '../../../leaderboards/periods.ts';
import { boardOfKey, boardPage, scoreIn } from '../../../leaderboards/queries.ts';
import {
  Leaderboard,
  LeaderboardPeriod,
  type LeaderboardRow,
  type PeriodRow,
  UpdateLeaderboard,
} from '../../../leaderboards/record.ts';
import { restoreLeaderboard } from '../../../leaderboards/restore.ts';
import { restoreScoreRow } from '../../../leaderboards/scores/restore.ts';
import type { ScoreRow } from '../../../leaderboards/tables.ts';
import { archivedField, clientReference, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily, rightsOver } from '../family.ts';
import { finderOf, idOf, requireIdentity } from '../identity.ts';
import { clientOf } from '../references.ts';

const period = object(() => ({ ...boardPeriod.properties, label: optional(line(40)) }));

const ImportLeaderboard = object(() => ({
  ...Type.Partial(Leaderboard.create).properties,
  ...identityFields,
  ...archivedField,
  periods: optional(Type.Array(period, { maxItems: 5000 })),
}));

type Row = Static<typeof ImportLeaderboard>;

const find = finderOf(Leaderboard.rows.find, boardPage, [
  'key',
  (read, { key }: Row, caller) =>
    typeof key === 'string' ? Leaderboard.lookUp(read, caller, boardOfKey(read, key)?.id) : undefined,
]);

const bodyOf = ({ id: _id, createdAt, updatedAt, archivedAt, periods, ...body }: Row) => body;

function* create(tx: Tx, caller: Caller, row: Row): Generator<void, string> {
  requireIdentity(
    row,
    ['key', row.key],
    "it, or an 'externalId', by which a second import finds the leaderboard again",
  );
  const body = requireValid(Leaderboard.create, bodyOf(row));
  const own = idOf(tx, row.id);
  const archivedAt = utc(row.archivedAt) ?? null;
  if (row.periods === undefined) {
    // Its periods of the past are over from the beginning, so that it is as old as this import.
    createLeaderboard(tx, caller, body, own);
    if (archivedAt !== null) Leaderboard.rows.update(tx, own, { archivedAt });
    return own;
  }
  const createdAt = atCreation(tx, row.createdAt).now;
  const periods = row.periods.map((each) => ({
    id: idOf(tx, each.id),
    startDate: each.startDate,
    endDate: each.endDate,
    closedAt: utc(each.closedAt),
    createdAt: utc(each.createdAt),
    updatedAt: utc(each.updatedAt),
  }));
  const times = { archivedAt, createdAt, updatedAt: utc(row.updatedAt) ?? createdAt };
  return (yield* restoreLeaderboard(tx, caller, body, { id: own, ...times, periods })).id;
}

/** Leaderboards are identified by id, external id or key. */
export const importLeaderboards = importFamily(ImportLeaderboard, {
  rights: rightsOver('Leaderboard'),
  find,
  create,
  reach: (tx, caller, { id: own }) => Leaderboard.find(tx, caller, own),
  shown: (tx, record) => leaderboardViews(tx)(record),
  compared: (_tx, _caller, row) => bodyOf(row),
  changeable: Object.keys(UpdateLeaderboard.properties),
  change: updateLeaderboard,
});

const ImportScore = object(() => ({
  id: optional(id()),
  ...clientReference,
  leaderboardId: id(),
  periodId: id(),
  division: optional(nullable(name())),
  value: Type.Number(),
  achievedAt: instant(),
  createdAt: optional(instant()),
  updatedAt: optional(instant()),
  state: optional(
    object({ isRanked: flag(), amount: Type.Number(), valueBefore: optional(nullable(Type.Number())), day: date() }),
  ),
}));

type Score = Static<typeof ImportScore>;

/** The leaderboard and the period of a row. @throws Problem 400, also for one that the caller may not see. */
const periodOf = (tx: Read, caller: Caller, row: Score): { board: LeaderboardRow; period: PeriodRow } => {
  const board = Leaderboard.lookUp(tx, caller, row.leaderboardId);
  if (board === undefined) throw missingResource('leaderboardId', 'leaderboard', row.leaderboardId);
  const period = LeaderboardPeriod.rows.find(tx, row.periodId);
  if (period?.leaderboardId !== board.id) throw missingResource('periodId', 'period', row.periodId);
  return { board, period };
};

type FoundScore = ScoreRow & { readonly value: number };

/** The score of the client in the period. One that has another id than an export says is replaced. */
const findScore = (read: Read, row: Score, caller: Caller): FoundScore | undefined => {
  const found = scoreIn(read, row.periodId, clientOf(read, caller, row).id);
  const isSame = found !== undefined && (row.id === undefined || row.id === found.id);
  return isSame && found.value !== null ? { ...found, value: found.value } : undefined;
};

const createScore = (tx: Tx, caller: Caller, row: Score): string => {
  const client = clientOf(tx, caller, row);
  const { board, period } = periodOf(tx, caller, row);
  const own = idOf(tx, row.id);
  const createdAt = atCreation(tx, row.createdAt).now;
  const isStored = restoreScoreRow(tx, board, period, {
    id: own,
    clientId: client.id,
    division: row.division ?? '',
    value: row.value,
    achievedAt: utc(row.achievedAt),
    ...(row.state ?? { isRanked: true, amount: row.value, day: createdAt.slice(0, 10) }),
    valueBefore: row.state?.valueBefore ?? null,
    createdAt,
    updatedAt: utc(row.updatedAt) ?? createdAt,
  });
  if (isStored) return own;
  const message = 'The period is open, so its values follow from what the client did, and nothing counts in it.';
  throw invalidParam('value', `${message} Leave the row out.`, { reason: 'not_accepted' });
};

const updateScore = (tx: Tx, caller: Caller, record: FoundScore, row: Score): boolean => {
  const { board, period } = periodOf(tx, caller, row);
  // Values of an open period follow from what the client did.
  if (!isClosed(period, tx.now) && board.archivedAt === null) return false;
  const { division, value, achievedAt } = row;
  const given = defined({ division, value, achievedAt });
  const shown = scoreViews(tx, [record])(record);
  return applyChanges(given, { record, shown, changeable: [], update: () => record });
};

/** Scores are identified by the client and the period. Scores of closed periods are snapshots that never change. */
export const importScores = importFamily(ImportScore, {
  rights: { create: ['updateClient', 'updateLeaderboard'], update: ['updateClient', 'updateLeaderboard'] },
  find: findScore,
  create: createScore,
  update: updateScore,
});
