import type { Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { changesBetween } from '../../kernel/changes.ts';
import { setColumns } from '../../records/store-changes.ts';
import { NOT_IN_EVENTS } from './clients.ts';
import type { ClientRecord } from './queries.ts';
import { Client } from './record.ts';
import { reindexClient } from './search.ts';

/** The event has new values only, so that programs that mirror the studio erase too. Returns the event's id. */
export const erasePersonalData = (tx: Tx, row: ClientRecord): string => {
  const next = setColumns(tx, Client, row, { ...Client.erased(row), erasedAt: tx.now });
  reindexClient(tx, row, next);
  const difference = changesBetween(Client.view(row), Client.view(next), NOT_IN_EVENTS);
  const { changes } = eventChanges(Client.schema, difference);
  return tx.raise('client.updated', row.homeLocationId, { clientId: row.id, changes, previous: {} });
};
