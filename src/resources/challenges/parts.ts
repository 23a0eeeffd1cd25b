// What the goals, assessments and articles of a challenge have in common.

import type { Read, Tx } from '../../database/database.ts';
import { type Caller, requireSites } from '../../kernel/caller.ts';
import { invalidParam, notFound } from '../../kernel/problem.ts';
import { unpackList } from '../../records/json.ts';
import { archiveRow } from '../../records/store-changes.ts';
import type { ChallengeRow } from './record.ts';

/** A part of a challenge. */
interface PartRow {
  readonly id: string;
  readonly challengeId: string;
  readonly archivedAt: string | null;
  readonly updatedAt: string;
}

/** @throws Problem 403 `site_not_allowed` for a caller who may not change the challenge. */
export const requireOwn = (caller: Caller, { siteIds }: ChallengeRow): void =>
  requireSites(caller, unpackList(siteIds), 'siteIds');

/** @throws Problem 400 when a challenge has as many parts of a kind as it can have. */
export const requireRoom = (parts: readonly unknown[], most: number, several: string): void => {
  if (parts.length < most) return;
  throw invalidParam('challengeId', `A challenge has at most ${most} ${several}. Remove one first.`);
};

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
