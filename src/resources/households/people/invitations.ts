// An adult is invited by email, and accepts once signed in. Nothing says whether the email is a client's.

import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { storedEmail } from '../../../kernel/emails.ts';
import { conflict, notFound } from '../../../kernel/problem.ts';
import { clientById, holderOfEmail } from '../../clients/queries.ts';
import { invitationRows, invitationsTo, openInvitations, personById } from '../queries.ts';
import { Household } from '../record.ts';
import type { InvitationRow } from '../tables.ts';
import { join } from './people.ts';

const VALID_DAYS = 14;
/** More open invitations than that are no family: a household is no way to write to strangers. */
const MOST_OPEN = 5;

const REMOVE = 'delete from "householdInvitations" where "id" = ?';
const OF_EMAIL = 'delete from "householdInvitations" where "householdId" = ? and "email" = ?';

interface Inviting {
  readonly householdId: string;
  readonly siteId: string;
  readonly email: string;
  /** The adult who invites; null for the front desk. */
  readonly invitedByClientId: string | null;
}

/**
 * Invites whoever has an email. Only a client gets a message, and the answer is the same for everyone.
 * @throws Problem 409 `limit_reached`.
 */
export const invite = (tx: Tx, { householdId, siteId, email: given, invitedByClientId }: Inviting): InvitationRow => {
  const email = storedEmail(given);
  tx.db.query(OF_EMAIL).run(householdId, email);
  if (openInvitations(tx, [householdId]).length >= MOST_OPEN) {
    throw conflict('limit_reached', `A household has up to ${MOST_OPEN} open invitations. Withdraw one first.`);
  }
  const row = {
    id: tx.id(),
    householdId,
    email,
    invitedByClientId,
    createdAt: tx.now,
    expiresAt: isoInstant(tx.nowMs + VALID_DAYS * DAY_MS),
  };
  invitationRows.insert(tx, row);
  const clientId = holderOfEmail(tx, email);
  const client = clientId === undefined ? undefined : clientById(tx, clientId);
  const isReached = client !== undefined && client.archivedAt === null;
  tx.raise('household.invited', siteId, {
    householdId,
    invitationId: row.id,
    // Who reads events of an invitation by a member is the studio.
    clientId: isReached ? client.id : null,
  });
  return row;
};

export const withdrawInvitation = (tx: Tx, { id }: Pick<InvitationRow, 'id'>): void => {
  tx.db.query(REMOVE).run(id);
};

const invitationTo = (read: Read, clientId: string, id: string): InvitationRow => {
  const email = personById(read, clientId)?.email ?? null;
  const row = email === null ? undefined : invitationsTo(read, storedEmail(email)).find((each) => each.id === id);
  if (row === undefined) throw notFound('invitation', id);
  return row;
};

/**
 * The client whose email was invited joins as an adult. Being signed in as that client is what proves it.
 * @throws Problem 404 for an invitation of another email, or one that has expired; 409 as `join`.
 */
export const acceptInvitation = (tx: Tx, clientId: string, id: string): void => {
  const row = invitationTo(tx, clientId, id);
  const [client, household] = [clientById(tx, clientId), Household.rows.find(tx, row.householdId)];
  if (client === undefined || household === undefined) throw notFound('invitation', id);
  join(tx, household, client, { role: 'adult', isPayer: false });
  withdrawInvitation(tx, row);
};

/** @throws Problem 404 for an invitation of another email. */
export const declineInvitation = (tx: Tx, clientId: string, id: string): void =>
  withdrawInvitation(tx, invitationTo(tx, clientId, id));
