import type { Read, Tx } from '../../database/database.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { pick } from '../../kernel/objects.ts';
import {
  type Detail,
  invalid,
  invalidDetail,
  invalidParam,
  missingDetail,
  notFound,
  tooEarly,
} from '../../kernel/problem.ts';
import type { Because } from '../../kernel/reasons.ts';
import { scaled, toBase } from '../../kernel/units.ts';
import { changedColumns } from '../../records/query.ts';
import { deleteRow } from '../../records/store-changes.ts';
import { isBooked } from '../bookings/queries.ts';
import { challengeOfMember } from '../challenges/queries.ts';
import { Challenge } from '../challenges/record.ts';
import { entriesOf } from '../checkins/queries.ts';
import { type NewFact, recordFact, takeBackFact } from '../facts/facts.ts';
import { homeSiteId } from '../facts/queries.ts';
import type { Fact } from '../facts/tables.ts';
import type { FactReactions } from '../reactions.ts';
import { Session } from '../sessions/record.ts';
import { keepDerived, valueType } from './bests.ts';
import { type Comparison, comparisonsOf, latestComparisons } from './comparisons.ts';
import { entryUnit, type Metric, namedMetric, requireUnit, storedMetric } from './definitions.ts';
import { bestOf, latestEntries } from './queries.ts';
import { type CreateMetricEntryBody, MetricEntry, type MetricEntryRow } from './record.ts';
import type { ReplaceMetricEntryBody } from './shapes.ts';
import { homeDateAt, valueIn } from './view.ts';

/** Whether there is a challenge with this id that members see; with a member, one that this member sees. */
const isChallenge = (read: Read, id: string, member: MemberCaller | undefined): boolean => {
  if (member !== undefined) return challengeOfMember(read, member.clientId, id) !== undefined;
  const row = Challenge.rows.find(read, id);
  return row !== undefined && row.publishedAt !== null && row.archivedAt === null;
};

/** A member sees sessions in the timetable of their site, and sessions that they booked or checked in to. */
const isSession = (read: Read, id: string, member: MemberCaller | undefined): boolean => {
  const row = Session.rows.find(read, id);
  if (row === undefined || member === undefined) return row !== undefined;
  const { clientId, siteId } = member;
  if (row.siteId === siteId && row.isPrivate === 0) return true;
  return isBooked(read, id, clientId) || entriesOf(read, id, clientId).entries > 0;
};

/** Dimensions without values below 0. */
const NEVER_NEGATIVE: readonly Metric['dimension'][] = [
  'weight',
  'distance',
  'duration',
  'count',
  'energy',
  'heart_rate',
];

/** Dimensions whose values are above 0: no one runs in no time. */
const ALWAYS_POSITIVE: readonly Metric['dimension'][] = ['duration', 'length'];

type Measured = Pick<MetricEntryRow, 'value' | 'unit' | 'recordedAt' | 'sessionId' | 'challengeId'>;

/**
 * @param before what the entry was: ids that stay are right.
 * @param member who asks, if it is a member: other members' sessions and challenges do not exist for them.
 * @throws Problem 400 with everything that is wrong with an entry.
 */
export const checkMetricEntry = (
  tx: Tx,
  metric: Metric,
  row: Measured,
  before?: Measured,
  member?: MemberCaller,
): void => {
  const details: Detail[] = [];
  const wrong = (param: string, why: Because, message: string) => details.push(invalidDetail(param, message, why));
  requireUnit(metric, row.unit);
  if (row.value <= 0 && ALWAYS_POSITIVE.includes(metric.dimension)) {
    wrong('value', { reason: 'not_above_zero' }, `'${metric.name}' must be above 0. Send a positive value.`);
  } else if (row.value < 0 && NEVER_NEGATIVE.includes(metric.dimension)) {
    wrong('value', { reason: 'too_small', min: 0 }, `'${metric.name}' cannot be below 0. Send a positive value.`);
  }
  if (row.recordedAt > tx.now)
    wrong('recordedAt', { reason: 'in_the_future' }, "'recordedAt' is in the future. Send when it was measured.");
  details.push(...tooEarly('recordedAt', row.recordedAt));
  const { sessionId, challengeId } = row;
  if (sessionId !== null && sessionId !== before?.sessionId && !isSession(tx, sessionId, member)) {
    details.push(missingDetail('sessionId', 'session', sessionId));
  }
  if (challengeId !== null && challengeId !== before?.challengeId && !isChallenge(tx, challengeId, member)) {
    details.push(missingDetail('challengeId', 'challenge', challengeId));
  }
  if (details.length > 0) throw invalid(details);
};

/** The estimated weight of a single repetition in kg (Epley); null where it says nothing (engagement.md "Metrics"). */
const estimateOf = ({ dimension, direction }: Metric, normalized: number, reps: number | null): number | null => {
  if (dimension !== 'weight' || direction !== 'higher_is_better' || reps === null || reps > 12) return null;
  return scaled(normalized, reps === 1 ? 30 : 30 + reps, 30);
};

/** The columns that follow from others. */
export const derivedColumns = (read: Read, metric: Metric, row: MetricEntryRow) => {
  const normalizedValue = toBase(row.value, row.unit);
  return {
    normalizedValue,
    estimatedMax: estimateOf(metric, normalizedValue, row.reps),
    localDate: homeDateAt(read, row.clientId, row.recordedAt),
  };
};

const factOf = (read: Read, row: MetricEntryRow): NewFact => ({
  kind: 'metric_entry',
  clientId: row.clientId,
  siteId: row.sessionId === null ? null : (Session.rows.find(read, row.sessionId)?.siteId ?? null),
  at: row.recordedAt,
  sourceId: row.id,
  value: row.normalizedValue,
});

/** How an entry compares with those before it: by the stored bests if it is the latest one. */
export const comparisonOf = (read: Read, metric: Metric, row: MetricEntryRow): Comparison => {
  const isLatest = latestEntries(read, row.clientId, [metric.id])[0]?.id === row.id;
  const comparisons = isLatest
    ? latestComparisons(read, new Map([[metric.id, metric]]), [row])
    : comparisonsOf(read, metric, [row]);
  return comparisons.get(row.id) ?? { isPersonalBest: false, previous: undefined };
};

/** Raises that an entry was recorded, and that it is the best now, if it beats an earlier one. */
const raiseRecorded = (tx: Tx, metric: Metric, row: MetricEntryRow): void => {
  const { id: entryId, contentEntryId, clientId, value } = row;
  const unit = row.unit;
  const { isPersonalBest, previous } = comparisonOf(tx, metric, row);
  const previousBest = previous === undefined ? null : valueIn(unit, previous);
  const data = { entryId, contentEntryId, clientId, value, unit, previousBest };
  const siteId = homeSiteId(tx, clientId);
  tx.raise('metric.recorded', siteId, data);
  if (!isPersonalBest || previous === undefined) return;
  const isHeld =
    bestOf(tx, clientId, metric.id, valueType(metric))?.entryId === entryId ||
    (row.reps !== null && bestOf(tx, clientId, metric.id, 'by_reps', row.reps)?.entryId === entryId);
  if (isHeld) tx.raise('metric.personal_best', siteId, data);
};

/** Follows a stored change of an entry: `keepDerived`, or what does the same later. */
export type UpdateDerived = typeof keepDerived;

interface Adding extends Partial<NewFact> {
  readonly onStored?: () => void;
  readonly updateDerived?: UpdateDerived;
}

/** Stores a new entry, with all that is derived from it. @param recorded where and when it counts, if that is known. */
export const addMetricEntry = (
  tx: Tx,
  reactions: FactReactions,
  metric: Metric,
  row: MetricEntryRow,
  { onStored, updateDerived = keepDerived, ...recorded }: Adding = {},
): void => {
  MetricEntry.rows.insert(tx, row);
  updateDerived(tx, metric, { after: row });
  onStored?.();
  recordFact(tx, reactions, { ...factOf(tx, row), ...recorded });
};

const sourceFor = (caller: MemberCaller, source: MetricEntryRow['source']): MetricEntryRow['source'] => {
  if (source !== 'staff' || caller.through === 'business') return source;
  const message = "Only staff can enter values as 'staff'. Send 'manual', or leave it out.";
  throw invalidParam('source', message, { reason: 'not_accepted' });
};

/**
 * Records a value of a metric for a member.
 * @throws Problem 400 `resource_missing` for a metric, session or challenge that the member does not see, and for wrong
 *   values; 403 `content_locked`; 409 `content_archived`.
 */
export const recordMetric = (
  tx: Tx,
  reactions: FactReactions,
  caller: MemberCaller,
  body: CreateMetricEntryBody,
): { readonly metric: Metric; readonly row: MetricEntryRow } => {
  const metric = namedMetric(tx, caller, body.contentEntryId);
  const { clientId } = caller;
  const unit = entryUnit(tx, clientId, metric, body.unit);
  const given = { clientId, unit, recordedAt: tx.now, normalizedValue: 0, localDate: '' };
  const made = MetricEntry.make(tx, body, given);
  sourceFor(caller, made.source);
  checkMetricEntry(tx, metric, made, undefined, caller);
  const row = { ...made, ...derivedColumns(tx, metric, made) };
  addMetricEntry(tx, reactions, metric, row, { onStored: () => raiseRecorded(tx, metric, row) });
  return { metric, row };
};

/** The entry of a member with this id. @throws Problem 404 when there is none, or it is another client's. */
export const findOwnEntry = (read: Read, { clientId }: MemberCaller, id: string): MetricEntryRow => {
  const row = MetricEntry.rows.find(read, id);
  if (row === undefined || row.clientId !== clientId) throw notFound('metric entry', id);
  return row;
};

/** Where a fact counts: an edit changes neither, although the member's home or its time zone may have changed since. */
const datesOf = (fact: Fact | undefined): Partial<NewFact> =>
  fact === undefined ? {} : pick(fact, 'siteId', 'localDate', 'homeDate');

/** The columns from which something else is derived. */
const FACTUAL = ['normalizedValue', 'recordedAt', 'reps', 'sessionId', 'challengeId', 'visibility'] as const;

interface EntryChange {
  readonly before: MetricEntryRow;
  /** The entry with its new values; the columns that follow from them are computed. */
  readonly changed: MetricEntryRow;
  /** Who changes it, if it is a member. */
  readonly member?: MemberCaller;
  readonly updateDerived?: UpdateDerived;
}

/** Stores also what is derived. Returns `before` when nothing changed. @throws Problem 400 for wrong values. */
export const changeMetricEntry = (
  tx: Tx,
  reactions: FactReactions,
  metric: Metric,
  { before, changed, member, updateDerived = keepDerived }: EntryChange,
): MetricEntryRow => {
  checkMetricEntry(tx, metric, changed, before, member);
  const row = { ...changed, ...derivedColumns(tx, metric, changed) };
  const isSameTime = row.recordedAt === before.recordedAt;
  if (isSameTime) row.localDate = before.localDate;
  if (Object.keys(changedColumns(before, row)).length === 0) return before;
  row.updatedAt = tx.now;
  const isFactual = FACTUAL.some((column) => row[column] !== before[column]);
  const fact = isFactual ? takeBackFact(tx, reactions, { kind: 'metric_entry', sourceId: row.id }) : undefined;
  MetricEntry.rows.update(tx, row.id, row);
  updateDerived(tx, metric, { before, after: row });
  const kept = isSameTime && row.sessionId === before.sessionId ? datesOf(fact) : {};
  if (isFactual) recordFact(tx, reactions, { ...factOf(tx, row), ...kept });
  return row;
};

/** Where the value of an entry comes from that is replaced: what staff entered and a member changed is the member's. */
const nextSource = (caller: MemberCaller, before: MetricEntryRow, sent: MetricEntryRow['source'] | undefined) => {
  if (sent !== undefined) return sourceFor(caller, sent);
  return before.source === 'staff' && caller.through === 'sign-in' ? 'manual' : before.source;
};

/**
 * Replaces what an entry says; what the body leaves out has its default again, except when and by what it was measured,
 * and who sees it.
 * @throws Problem 400 for wrong values, and `resource_missing` for a session or challenge that the member does not see.
 */
export const replaceMetricEntry = (
  tx: Tx,
  reactions: FactReactions,
  caller: MemberCaller,
  { before, body }: { readonly before: MetricEntryRow; readonly body: ReplaceMetricEntryBody },
): { readonly metric: Metric; readonly row: MetricEntryRow } => {
  const metric = storedMetric(tx, before.contentEntryId);
  const { reps = null, sessionId = null, challengeId = null, notes = null, visibility = before.visibility } = body;
  const changed: MetricEntryRow = {
    ...before,
    value: body.value,
    reps,
    sessionId,
    challengeId,
    notes,
    visibility,
    unit: entryUnit(tx, before.clientId, metric, body.unit),
    recordedAt: body.recordedAt === undefined ? before.recordedAt : isoInstant(epochOf(body.recordedAt)),
    source: nextSource(caller, before, body.source),
  };
  return { metric, row: changeMetricEntry(tx, reactions, metric, { before, changed, member: caller }) };
};

export const deleteMetricEntry = (tx: Tx, reactions: FactReactions, row: MetricEntryRow) => {
  const { id, contentEntryId } = row;
  // The entry is there while the fact is taken back, so that what is derived finds its metric.
  takeBackFact(tx, reactions, { kind: 'metric_entry', sourceId: id });
  tx.db.query('delete from "metricShares" where "entryId" = ?').run(id);
  const response = deleteRow(tx, MetricEntry, id);
  keepDerived(tx, storedMetric(tx, contentEntryId), { before: row });
  return response;
};
