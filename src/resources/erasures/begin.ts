import { endCalendarAddress } from '../../auth/members/own/calendar-addresses.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import { described, extension, flag, oneOf, optional, type Static, shape } from '../../kernel/schemas.ts';
import { waivePenalty } from '../bookings/fees/penalties.ts';
import { bookingById } from '../bookings/queries.ts';
import { archiveClient } from '../clients/clients.ts';
import { erasePersonalData } from '../clients/erase.ts';
import { balancesOf, findClient } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { leave, leftAlone } from '../households/people/leaving.ts';
import { requireReach } from '../households/people/reach.ts';
import { personById } from '../households/queries.ts';
import { removeMethod } from '../payment-methods/payment-methods.ts';
import { PaymentMethod, type PaymentMethodRow } from '../payment-methods/record.ts';
import { reduceArrears } from '../payments/charging/arrears.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { formerValues, identifiersOf } from './identifiers.ts';
import { unfinishedTraces } from './tables.ts';

export const EraseClient = shape('EraseClientRequest', () => ({
  dependants: optional(
    extension(
      oneOf('keep', 'release'),
      'What becomes of dependants with whom no adult would stay: `keep` leaves them in the household, until the studio ' +
        'adds an adult; `release` dissolves it, so that each is a client on their own. Required for the last adult of a ' +
        'household. They are not erased: erase each on request.',
    ),
  ),
  writeOffDebts: optional(
    described(flag(), 'Whether to waive what the client owes. If not, a client who owes something is not erased.'),
  ),
}));
export type EraseClientBody = Static<typeof EraseClient>;

export type ErasureReactions = FactReactions & Pick<Reactions, 'clientArchived'>;

const refusal = (reason: string, message: string): Problem =>
  conflict('erasure_not_allowed', message, [{ param: 'id', code: reason, message }]);

const PENDING = `select 1 from "payments" where "clientId" = ?1 and "status" = 'pending'
  union all
  select 1 from "paymentMethods" cross join "charges" on "charges"."methodId" = "paymentMethods"."id"
    cross join "payments" on "payments"."id" = "charges"."paymentId"
    where "paymentMethods"."clientId" = ?1 and "payments"."status" = 'pending'
  limit 1`;

/** @throws Problem 409 while the client pays, or someone pays with their card: the result may still concern the client. */
const requireNoOpenPayment = (read: Read, clientId: string): void => {
  if (read.db.query(PENDING).get(clientId) === null) return;
  throw refusal(
    'payment_pending',
    'A payment of this client, or with their card, is still pending. Wait until it has completed or failed, then erase the client.',
  );
};

const OPEN_FEES = `select "id" from "bookings" where "clientId" = ? and "penalty" is not null
  and "penalty" ->> '$.status' in ('pending', 'failed') order by "id"`;

/** Also forgets failed renewals. @throws Problem 409 when something is owed and `writeOffDebts` is not true. */
const writeOff = (tx: Tx, caller: Caller, clientId: string, { writeOffDebts = false }: EraseClientBody): void => {
  const fees = tx.db.query<{ id: string }, [string]>(OPEN_FEES).all(clientId);
  if (fees.length === 0 && balancesOf(tx, clientId).length === 0) return;
  if (!writeOffDebts) {
    throw refusal(
      'balance_owed',
      "This client owes a fee or a renewal. Collect it, or send 'writeOffDebts': true to waive it.",
    );
  }
  for (const { id } of fees) {
    const booking = bookingById(tx, id);
    if (booking !== undefined) waivePenalty(tx, caller, booking, {});
  }
  for (const { amount, currency } of balancesOf(tx, clientId)) {
    reduceArrears(tx, clientId, { amount: -amount, currency });
  }
};

/**
 * @throws Problem 409 `erasure_not_allowed` for the last adult, when no one has said what becomes of the dependants; 403 for dependants
 *   of other sites who would be released.
 */
const leaveHousehold = (
  tx: Tx,
  caller: Caller,
  clientId: string,
  { dependants }: EraseClientBody,
  reactions: FactReactions,
): void => {
  const person = personById(tx, clientId);
  if (person === undefined || person.householdId === null) return;
  const alone = leftAlone(tx, person);
  if (alone.length > 0 && dependants === undefined) {
    throw refusal(
      'dependants_left',
      "No adult would stay with this client's dependants. Send 'dependants': 'keep' to leave them in the household, or " +
        "'release' to dissolve it.",
    );
  }
  const leaving = dependants === 'release' ? [person, ...alone] : [person];
  requireReach(caller, leaving);
  leave(tx, caller, { leaving, cancelBookings: false, reason: 'erased' }, reactions);
};

const METHODS = `select * from "paymentMethods" where "clientId" = ? and "status" <> 'removed' order by "isDefault", "id"`;

/** What is deleted whole: how the client signed in, what they chose, and what they showed to everyone. */
const DELETED = [
  'memberLinks',
  'memberDevices',
  'memberPasskeys',
  'memberSignUps',
  'agreements',
  'erasureRequests',
  'notificationPreferences',
  'unitPreferences',
  'metricShares',
].map((table) => `delete from "${table}" where "clientId" = ?`);

/** What members have typed of the client, whom they brought or who was asked for. */
const AS_GUEST = `update "guests" set "firstName" = null, "email" = null, "phone" = null
  where "clientId" = ?1 or "standsForClientId" = ?1`;

const PHOTO = 'delete from "pictures" where "owner" = ?';

/** The records that were merged into the client: their ids still lead here. */
const CLEANED = 'update "mergedClients" set "externalId" = null where "clientId" = ?';

/** What the client has signed for dependants stays signed, by whom the id says. */
const SIGNATURES = 'update "agreements" set "guardianName" = null where "signedByClientId" = ?';

/** What is about the addresses that the client has or had: what a mail server said of them, codes and invitations. */
const ADDRESSES = [
  ...['mailAddresses', 'memberCodes', 'householdInvitations'].map(
    (table) => `delete from "${table}" where "email" in (select value from json_each(?))`,
  ),
  // Codes that were sent there before the address was a client's.
  'delete from "messages" where "clientId" is null and "staffId" is null and "toEmail" in (select value from json_each(?))',
];

/** Removes the saved cards here; `leaveProcessor` removes them at the processor. */
const removeCards = (tx: Tx, clientId: string): void => {
  for (const method of tx.db.query<PaymentMethodRow, [string]>(METHODS).all(clientId)) {
    // Its ids at the processor stay until that has removed it.
    const erased = PaymentMethod.erased(method);
    PaymentMethod.rows.update(tx, method.id, erased);
    removeMethod(tx, { ...method, ...erased }, false);
  }
};

/**
 * Archives a client and erases the record, in one transaction. What other records have of the client is left to
 * `eraseTraces`. An erased client stays as it is. Returns whether the client is erased only now.
 * @throws Problem 404; 409 `erasure_not_allowed`; 403 without the scope to waive a fee.
 */
export const beginErasure = (
  tx: Tx,
  caller: Caller,
  id: string,
  body: EraseClientBody,
  reactions: ErasureReactions,
): boolean => {
  if (findClient(tx, caller, id).erasedAt !== null) return false;
  requireNoOpenPayment(tx, id);
  writeOff(tx, caller, id, body);
  leaveHousehold(tx, caller, id, body, reactions);
  archiveClient(tx, findClient(tx, caller, id), reactions);
  removeCards(tx, id);
  for (const statement of [...DELETED, AS_GUEST, PHOTO, CLEANED, SIGNATURES]) tx.db.query(statement).run(id);
  endCalendarAddress(tx, id);
  // As it is after the steps before.
  const row = findClient(tx, caller, id);
  const identifiers = identifiersOf([Client.view(row), ...formerValues(tx, id)]);
  const addresses = JSON.stringify(identifiers.map(storedEmail));
  for (const statement of ADDRESSES) tx.db.query(statement).run(addresses);
  const eventId = erasePersonalData(tx, row);
  unfinishedTraces.store(tx, id, { identifiers, eventId, step: 0, after: '' });
  tx.db.query('insert into "clientErasures" ("clientId", "createdAt") values (?, ?)').run(id, tx.now);
  return true;
};
