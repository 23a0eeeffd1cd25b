// What is told of a household that was called after an erased client: members' households have the family name of one of theirs.

import type { Tx } from '../../database/database.ts';
import { auditOfType, eraseAudit, type TypedEntry } from '../../records/audit-log.ts';
import { familyNameOf } from '../households/people/named.ts';
import { peopleOf } from '../households/queries.ts';
import { cleanEvent, type StoredEvent } from './events.ts';
import type { Erasing, Step } from './records.ts';

type Names = Readonly<Record<'name', string | undefined>> | null | undefined;

/** Whether one of its names is of the client, and of no one who is in the household now. */
const wasCalledAfter = (tx: Tx, { identifiers }: Erasing, householdId: string, names: readonly Names[]): boolean => {
  const own = names.flatMap((each) => each?.name ?? []).filter((name) => identifiers.includes(name));
  if (own.length === 0) return false;
  const there = new Set(peopleOf(tx, householdId).map(familyNameOf));
  return own.some((name) => !there.has(name));
};

const RENAMES = `select "id", "type", "body" from "events"
  where "type" = 'household.updated' and "isNew" = 0 and "id" > ? and "id" < ? order by "id" limit ?`;

/** Removes the name from the events of a household that was renamed. */
const events: Step<StoredEvent> = {
  rows: (tx, { eventId }, after, limit) =>
    tx.db.query<StoredEvent, [string, string, number]>(RENAMES).all(after, eventId, limit),
  change(tx, erasing, event) {
    const { householdId, changes, previous } = JSON.parse(event.body).data;
    if (wasCalledAfter(tx, erasing, householdId, [changes, previous])) cleanEvent(tx, event, erasing.mask);
    return event.id;
  },
};

/** The same of the entries in the audit log. */
const entries: Step<TypedEntry> = {
  rows: (tx, _erasing, after, limit) => auditOfType(tx, 'updateHousehold', Number(after), limit),
  change(tx, erasing, { id, number, recordId, before, after }) {
    const names = [before, after].map((text): Names => JSON.parse(text ?? 'null'));
    if (recordId !== null && wasCalledAfter(tx, erasing, recordId, names)) eraseAudit(tx, id);
    return String(number);
  },
};

export const householdSteps: readonly Step[] = [events, entries];
