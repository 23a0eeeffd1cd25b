import type { Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { changesBetween } from '../../kernel/changes.ts';
import { NOT_IN_EVENTS } from './clients.ts';
import type { ClientRecord } from './queries.ts';
import { Client, type ClientRow } from './record.ts';
import { reindexClient } from './search.ts';

/** What stays of an erased client: what bookings, payments and check-ins add up to. */
type Kept =
  | (
      | 'id'
      | 'status'
      | 'homeLocationId'
      | 'joinedAt'
      | 'accountBalances'
      | 'archivedAt'
      | 'erasedAt'
      | 'createdAt'
      | 'updatedAt'
    )
  | ('bookings' | 'visits' | 'noShows' | 'lateCancels' | 'firstVisitAt' | 'lastVisitAt' | 'earliestBookingAt');

/** Everything else. A new column does not compile until it is decided whether it stays. */
const ERASED: Omit<ClientRow, Kept> = {
  firstName: 'Erased',
  lastName: 'client',
  email: null,
  phone: null,
  dateOfBirth: null,
  gender: null,
  address: null,
  photoUrl: null,
  preferredLocale: null,
  timezone: null,
  emergencyContact: null,
  barcode: null,
  fobNumber: null,
  leadSource: null,
  referredByClientId: null,
  tags: null,
  customProperties: null,
  notes: null,
  alerts: null,
  waiver: null,
  marketingConsent: null,
  leaderboardVisibility: 'hidden',
  defaultCard: null,
  metadata: null,
  externalId: null,
};

/**
 * Replaces the personal data of a client. The event has the new values only, so that a program that mirrors the studio
 * erases them too. Returns the id of the event.
 */
export const erasePersonalData = (tx: Tx, row: ClientRecord): string => {
  const columns = { ...ERASED, erasedAt: tx.now, updatedAt: tx.now };
  const next: ClientRecord = { ...row, ...columns };
  Client.rows.update(tx, row.id, columns);
  reindexClient(tx, row, next);
  const difference = changesBetween(Client.view(row), Client.view(next), NOT_IN_EVENTS);
  const { changes } = eventChanges(Client.schema, difference);
  return tx.raise('client.updated', row.homeLocationId, { clientId: row.id, changes, previous: {} });
};
