// Who a guest is. What a host learns is the same whether or not the studio knows the address.

import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { createClient } from '../../clients/clients.ts';
import { holderOfEmail } from '../../clients/queries.ts';
import { NOT_ADMITTED, obstacleTo } from '../../sessions/booking/obstacles.ts';
import { attemptOf } from '../create/refusals.ts';
import { type BookableSession, bookingClient } from '../queries.ts';

/** Who makes the client of a guest: no one with rights of their own. */
const BY_HOST: Caller = { credentialId: 'guest', kind: 'business', scopes: new Set(), siteIds: null, tier: 'basic' };

export interface TypedGuest {
  readonly firstName: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface GuestPerson {
  readonly clientId: string;
  readonly standsForClientId: string | null;
}

/** What keeps a client from being a guest. A host who were told of it would know that the studio knows the address. */
const REASONS = ['already_booked', ...NOT_ADMITTED, 'overlapping_booking'] as const;

/**
 * The client with the address of a guest, or a new one. Where that client cannot be booked, someone without an address stands for
 * them: the seat, the credit and the charge are as for anyone, so that a host cannot tell the difference.
 * @param newId of a new client.
 */
export const personOf = (
  tx: Tx,
  hostClientId: string,
  session: BookableSession,
  { firstName, email, phone }: TypedGuest,
  newId: string = tx.id(),
): GuestPerson => {
  const holder = email === null ? undefined : holderOfEmail(tx, email);
  const client = holder === undefined ? undefined : bookingClient(tx, holder);
  if (client !== undefined && obstacleTo(attemptOf(tx, session, client), REASONS) === undefined) {
    return { clientId: client.id, standsForClientId: null };
  }
  const fields = {
    firstName,
    lastName: '',
    ...(email === null || holder !== undefined ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    status: 'lead' as const,
    leadSource: 'guest',
    homeLocationId: session.siteId,
    referredByClientId: hostClientId,
  };
  const { id: clientId } = createClient(tx, BY_HOST, fields, newId);
  return { clientId, standsForClientId: client?.id ?? null };
};
