import { Type } from '@sinclair/typebox';
import { type Read, type Tx, withoutEvents } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { addDays } from '../../../kernel/local-time.ts';
import { defined } from '../../../kernel/objects.ts';
import { invalidParam, missingResource } from '../../../kernel/problem.ts';
import { code, nullable, object, optional, type Static } from '../../../kernel/schemas.ts';
import { metricEntryState } from '../../exports/metrics.ts';
import { recountDerived } from '../../metrics/bests.ts';
import { entryUnit, type Metric, metricOf, storedMetric } from '../../metrics/definitions.ts';
import {
  addMetricEntry,
  changeMetricEntry,
  checkMetricEntry,
  derivedColumns,
  type UpdateDerived,
} from '../../metrics/entries.ts';
import { metricEntryPage } from '../../metrics/queries.ts';
import { MetricEntry, type MetricEntryRow } from '../../metrics/record.ts';
import { clientReference, identityFields } from '../shapes.ts';
import { entryReference, namedEntry } from './content/entry.ts';
import { atCreation, utc } from './dates.ts';
import { factColumns } from './facts.ts';
import { importFamily, type RowReactions } from './family.ts';
import { finderOf, idOf, required, requireIdentity } from './identity.ts';
import { clientOf, requireReach } from './references.ts';

const { source: _source, ...entered } = MetricEntry.create.properties;

const ImportMetricEntry = object(() => ({
  ...identityFields,
  ...clientReference,
  ...Type.Partial(Type.Object(entered)).properties,
  ...entryReference,
  source: optional(MetricEntry.schema.properties.source),
  externalId: optional(nullable(code(255))),
  state: optional(object({ ...metricEntryState.properties, fact: optional(metricEntryState.properties.fact) })),
}));

type Row = Static<typeof ImportMetricEntry>;

const find = finderOf(MetricEntry.rows.find, metricEntryPage);

/** The fields that an import may change. */
const CHANGEABLE = [
  'value',
  'unit',
  'reps',
  'recordedAt',
  'source',
  'sessionId',
  'challengeId',
  'notes',
  'visibility',
  'externalId',
];

/** The metric of a row. @throws Problem 400 for an entry that is not a metric, or that the caller may not see. */
const metricOfRow = (read: Read, caller: Caller, row: Row): Metric => {
  const entry = namedEntry.find(read, caller, row);
  const metric = metricOf(entry);
  if (metric !== undefined) return metric;
  const param = row.contentEntryId === undefined ? 'contentEntryExternalId' : 'contentEntryId';
  throw missingResource(param, 'metric', row[param] ?? entry.id);
};

/** The local date that an export says, else the date at the home site now. @throws Problem 400 for a date far from the instant. */
const localDateOf = ({ state }: Row, { recordedAt, localDate }: MetricEntryRow): string => {
  if (state === undefined) return localDate;
  const day = isoInstant(epochOf(recordedAt)).slice(0, 10);
  if (state.localDate >= addDays(day, -1) && state.localDate <= addDays(day, 1)) return state.localDate;
  throw invalidParam('state.localDate', "This is not the date of 'recordedAt' in any time zone. Leave 'state' out.", {
    reason: 'not_accepted',
  });
};

/** The fields of a row that are stored as they are, without those that it lacks. */
const enteredIn = ({ reps, sessionId, challengeId, notes, visibility }: Row) =>
  defined({ reps, sessionId, challengeId, notes, visibility });

/** Has what is derived from the entries of a client and a metric counted once, when all rows are there. */
const updateDerivedAtEnd =
  ({ onceAtEnd }: RowReactions): UpdateDerived =>
  (_tx, metric, { before, after }) => {
    const { clientId = '' } = after ?? before ?? {};
    onceAtEnd(`entries ${clientId} ${metric.id}`, (tx) => recountDerived(tx, clientId, metric));
  };

const create = (tx: Tx, caller: Caller, row: Row, _raising: Tx, reactions: RowReactions): string => {
  requireIdentity(row);
  const { unit, externalId = null } = row;
  const { value } = required({ value: row.value }, 'Send what was measured.');
  const { recordedAt } = required({ recordedAt: row.recordedAt }, 'Send when it was measured.');
  const client = clientOf(tx, caller, row);
  const metric = metricOfRow(tx, caller, row);
  const at = atCreation(tx, row.createdAt);
  const made = MetricEntry.make(
    at,
    { ...enteredIn(row), contentEntryId: metric.id, value },
    {
      id: idOf(tx, row.id),
      clientId: client.id,
      unit: entryUnit(tx, client.id, metric, unit),
      recordedAt: utc(recordedAt),
      source: row.source ?? 'import',
      externalId,
      normalizedValue: 0,
      localDate: '',
      updatedAt: utc(row.updatedAt) ?? at.now,
    },
  );
  checkMetricEntry(tx, metric, made);
  const derived = { ...made, ...derivedColumns(tx, metric, made) };
  const stored = { ...derived, localDate: localDateOf(row, derived) };
  const fact = factColumns(tx, caller, row.state?.fact, 'state.fact');
  addMetricEntry(tx, reactions, metric, stored, { ...fact, updateDerived: updateDerivedAtEnd(reactions) });
  return made.id;
};

/** Values of metrics are identified by id or external id. They count like others, and raise nothing. */
export const importMetricEntries = importFamily(ImportMetricEntry, {
  rights: { create: ['updateClient', 'updateContentEntry'], update: ['updateClient', 'updateContentEntry'] },
  find,
  create,
  references: [namedEntry],
  reach: (tx, caller, record) => requireReach(tx, caller, 'metric entry', record),
  changeable: CHANGEABLE,
  // What follows from it is computed again, and no event is raised.
  change(tx, _caller, record, changes, _row, reactions) {
    const { recordedAt, ...columns } = changes as Partial<MetricEntryRow>;
    const changed = { ...record, ...columns, recordedAt: utc(recordedAt) ?? record.recordedAt };
    const metric = storedMetric(tx, record.contentEntryId);
    const updateDerived = updateDerivedAtEnd(reactions);
    return changeMetricEntry(withoutEvents(tx), reactions, metric, { before: record, changed, updateDerived });
  },
});
