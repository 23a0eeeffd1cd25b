import type { Read, Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { count, date, instant, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { countFavorite } from '../../../content/entries/popularity.ts';
import { NOT_STARTED } from '../../../library/progress/progress.ts';
import { insertStatus } from '../../../library/progress/store.ts';
import { statusOf } from '../../../library/queries.ts';
import { ContentStatus } from '../../../library/shapes.ts';
import type { StatusRow } from '../../../library/tables.ts';
import { contentStatusView } from '../../../library/view.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { clientOf } from '../references.ts';
import { entryReference, namedEntry } from './entry.ts';

const { status, progressPercent, positionSeconds, rating } = ContentStatus.properties;
const time = () => optional(nullable(instant()));

const ImportStatus = object(() => ({
  ...clientReference,
  ...entryReference,
  status: optional(status),
  progressPercent: optional(progressPercent),
  positionSeconds: optional(positionSeconds),
  startedAt: time(),
  completedAt: time(),
  lastViewedAt: time(),
  favoritedAt: time(),
  watchLaterAt: time(),
  completionCount: optional(count()),
  rating: optional(rating),
  viewedOn: optional(nullable(date())),
  createdAt: identityFields.createdAt,
  updatedAt: identityFields.updatedAt,
}));

type Row = Static<typeof ImportStatus>;

const keyOf = (clientId: string, entryId: string): string => `${clientId}/${entryId}`;

type FoundStatus = StatusRow & { readonly id: string };

const find = (read: Read, row: Row, caller: Caller): FoundStatus | undefined => {
  const [client, entry] = [clientOf(read, caller, row), namedEntry.find(read, caller, row)];
  const found = statusOf(read, client.id, entry.id);
  return found && { ...found, id: keyOf(client.id, entry.id) };
};

/** The progress that a status stands for, where a row says no more. */
const progressOf = ({ status = 'not_started' }: Row) =>
  status === 'completed'
    ? { ...NOT_STARTED, status, progressPercent: 100, completionCount: 1 }
    : { ...NOT_STARTED, status };

const columnsOf = (row: Row): Partial<StatusRow> => {
  const { clientId, clientExternalId, clientEmail, contentEntryId, contentEntryExternalId, ...columns } = row;
  return defined({
    ...columns,
    startedAt: utc(row.startedAt),
    completedAt: utc(row.completedAt),
    lastViewedAt: utc(row.lastViewedAt),
    favoritedAt: utc(row.favoritedAt),
    watchLaterAt: utc(row.watchLaterAt),
  });
};

const create = (tx: Tx, caller: Caller, row: Row): string => {
  const [client, entry] = [clientOf(tx, caller, row), namedEntry.find(tx, caller, row)];
  const createdAt = atCreation(tx, row.createdAt).now;
  const made: StatusRow = {
    clientId: client.id,
    contentEntryId: entry.id,
    ...progressOf(row),
    favoritedAt: null,
    watchLaterAt: null,
    rating: null,
    viewedOn: null,
    ...columnsOf(row),
    createdAt,
    updatedAt: utc(row.updatedAt) ?? createdAt,
  };
  insertStatus(tx, made);
  if (made.favoritedAt !== null) countFavorite(tx, entry.id, 1);
  return keyOf(client.id, entry.id);
};

/** What a member did with an entry is identified by both. An existing status changes by PUT only. */
export const importContentStatuses = importFamily(ImportStatus, {
  rights: { create: ['updateClient', 'updateContentEntry'], update: ['updateClient', 'updateContentEntry'] },
  find,
  create,
  shown: (_tx, found) => ({ ...contentStatusView(found.contentEntryId, found), viewedOn: found.viewedOn }),
  compared(_tx, _caller, row) {
    const { createdAt: _made, updatedAt: _changed, ...fields } = columnsOf(row);
    return fields;
  },
});
