import type { Static } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { pick } from '../../kernel/objects.ts';
import { liveFact, type VisitSource, visitFact } from '../facts/queries.ts';
import type { FactKind } from '../facts/tables.ts';
import type { factDates, visitDates } from './shapes.ts';

/** Where and when the fact of a record counts; null where it has none. */
export const factDatesOf = (
  read: Read,
  kind: Exclude<FactKind, 'visit'>,
  sourceId: string,
): Static<typeof factDates> | null => {
  const fact = liveFact(read, { kind, sourceId });
  return fact === undefined ? null : pick(fact, 'id', 'siteId', 'at', 'localDate', 'homeDate');
};

/** How the visit of a booking or a check-in counts. */
export const visitOf = (read: Read, visit: VisitSource): Static<typeof visitDates> | null => {
  const fact = visitFact(read, visit);
  return fact === undefined
    ? null
    : { ...pick(fact, 'id', 'siteId', 'at', 'localDate', 'homeDate'), minutes: fact.value };
};
