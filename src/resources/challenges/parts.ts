// What the goals, assessments and articles of a challenge have in common.

import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { type Detail, invalid, invalidParam, notFound } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import type { TableRows } from '../../records/query.ts';
import { archiveRow, storeChanges } from '../../records/store-changes.ts';
import { requireUnchanged } from './challenges.ts';
import type { ChallengeRow } from './record.ts';

interface PartRow {
  readonly id: string;
  readonly challengeId: string;
  readonly archivedAt: string | null;
  readonly updatedAt: string;
}

/** @throws Problem 403 `site_not_allowed` for a caller who may not change the challenge. */
export const requireOwn = (caller: Caller, { siteIds }: ChallengeRow): void =>
  requireSites(caller, unpackList(siteIds), 'siteIds');

/** A part of a challenge by its id. @throws Problem 404. */
export const partOf = <Row extends PartRow>(
  read: Read,
  kind: { readonly object: string; readonly rows: { find(read: Read, id: string): Row | undefined } },
  challenge: ChallengeRow,
  id: string,
): Row => {
  const row = kind.rows.find(read, id);
  if (row?.challengeId !== challenge.id) throw notFound(kind.object.replaceAll('_', ' '), id);
  return row;
};

/** A part that members see. @throws Problem 404 also when it is archived. */
export const livePartOf = <Row extends PartRow>(
  ...[read, kind, challenge, id]: Parameters<typeof partOf<Row>>
): Row => {
  const row = partOf(read, kind, challenge, id);
  if (row.archivedAt !== null) throw notFound(kind.object.replaceAll('_', ' '), id);
  return row;
};

/** The record of a kind of part, and the rules by which a part is added and updated. */
interface Rules<Row extends PartRow, Create, Patch> {
  readonly record: {
    readonly object: string;
    readonly rows: TableRows<Row>;
    make(tx: Tx, body: Create, given: Pick<PartRow, 'id' | 'challengeId'>): Row;
    columns(body: Patch, current: Row): Partial<Row>;
  };
  /** The maximum number of parts of a challenge, and their name in texts. */
  readonly most: readonly [number, string];
  readonly fixed: readonly (keyof Row & string)[];
  all(read: Read, challengeId: string): readonly Row[];
  wrong(tx: Tx, caller: Caller, row: Row, challenge: ChallengeRow): readonly Detail[];
}

/** How parts of a kind are added and updated. Both throw 400 for what is wrong, updating 409 `challenge_published`. */
export const partChanges = <Row extends PartRow, Create, Patch>({
  record,
  most: [most, several],
  fixed,
  all,
  wrong,
}: Rules<Row, Create, Patch>) => {
  const check = (...part: Parameters<typeof wrong>): void => {
    const details = wrong(...part);
    if (details.length > 0) throw invalid(details);
  };
  return {
    create(tx: Tx, caller: Caller, challenge: ChallengeRow, body: Create, id: string = tx.id()): Row {
      requireOwn(caller, challenge);
      if (all(tx, challenge.id).length >= most) {
        throw invalidParam('challengeId', `A challenge can have at most ${most} ${several}. Remove one first.`, {
          reason: 'limit_reached',
          max: most,
        });
      }
      const row = record.make(tx, body, { id, challengeId: challenge.id });
      check(tx, caller, row, challenge);
      record.rows.insert(tx, row);
      return row;
    },
    update(tx: Tx, caller: Caller, challenge: ChallengeRow, row: Row, body: Patch): Row {
      requireOwn(caller, challenge);
      const next = { ...row, ...record.columns(body, row) };
      requireUnchanged(challenge, row, next, fixed);
      check(tx, caller, next, challenge);
      return storeChanges(tx, record, row, next);
    },
  };
};

/** Archives a part: it is no longer listed. What members did with it, and its points, stay. */
export const archivePart = <Row extends PartRow>(
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  kind: Parameters<typeof archiveRow<Row>>[1],
  row: Row,
) => {
  requireOwn(caller, challenge);
  return archiveRow(tx, kind, row);
};
