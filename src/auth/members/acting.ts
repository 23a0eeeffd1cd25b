// An adult of a household acts for a dependant in it (rules.md "Households"). This is the one place that decides it.

import type { Read } from '../../database/database.ts';
import { storedId } from '../../kernel/ids.ts';
import { forbidden } from '../../kernel/problem.ts';
import { mayActFor } from '../lookups.ts';

/**
 * What adults do for a dependant. Nothing else: how a dependant signs in, who they are, what they have paid and achieved, and what
 * is deleted of them stays theirs and the studio's.
 */
const FOR_DEPENDANTS: ReadonlySet<string> = new Set([
  'getMemberProfile',
  'getMemberSchedule',
  'getMemberRegulars',
  'listMemberBookings',
  'createMemberBooking',
  'getMemberBooking',
  'cancelMemberBooking',
  'moveMemberBooking',
  'undoMemberCancel',
  'acceptMemberOffer',
  'getBookingOptions',
  'checkMemberIn',
  'listPaymentMethods',
  'listPurchases',
  'createPurchase',
  'completePurchase',
  'cancelPurchase',
  'listMemberPackages',
  'getMemberPackage',
  'listMemberPackageLedger',
  'changeMemberPackageCard',
  'freezeMemberPackage',
  'unfreezeMemberPackage',
  'endMemberPackage',
  'withdrawMemberPackageEnd',
  'getMemberWaiver',
  'signMemberWaiver',
]);

/** Whether adults do something for a dependant. */
export const isForDependants = (operationId: string): boolean => FOR_DEPENDANTS.has(operationId);

/** The same words whoever the other client is, and whether or not there is one. */
const notInHousehold = () =>
  forbidden(
    'You cannot act for this client. An adult acts for a dependant of the same household: send their ID in X-Client-ID, ' +
      'or leave the header out to act for yourself.',
  );

/**
 * The client for whom a member who has signed in sends a request: the dependant that X-Client-ID names, or the member.
 * @throws Problem 403 `permission_denied` for anyone else, and for an operation that no one does for a dependant.
 */
export const clientOfMember = (
  read: Read,
  memberId: string,
  headers: Headers,
  operationId: string,
): { readonly clientId: string; readonly adultId?: string } => {
  const sent = headers.get('X-Client-ID') ?? '';
  const named = storedId(sent) || sent;
  if (named === '' || named === memberId) return { clientId: memberId };
  if (!mayActFor(read, memberId, named)) throw notInHousehold();
  if (isForDependants(operationId)) return { clientId: named, adultId: memberId };
  throw forbidden('This cannot be done for a dependant. Leave out the header X-Client-ID to do it for yourself.');
};
