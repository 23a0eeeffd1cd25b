import type { Read } from '../../../database/database.ts';
import { PACKAGE_STATUSES } from '../../../events/enumerations.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import { answerOf, at } from '../../../http/operations/example.ts';
import { conflict } from '../../../kernel/problem.ts';
import { oneOf, optional } from '../../../kernel/schemas.ts';
import { guestsByBooking } from '../../bookings/guests/queries.ts';
import { PACKAGES } from '../../demo-ids.ts';
import type { Reactions } from '../../reactions.ts';
import type { NamedLedgerRow } from '../credits/queries.ts';
import { endPackage, withdrawEnd } from '../lifecycle/end.ts';
import { unfreezePackage } from '../lifecycle/freeze.ts';
import { freezeWithBookings } from '../lifecycle/freeze-bookings.ts';
import type { PackageRow } from '../record.ts';
import { FreezePackage, FrozenMemberPackage, MemberPackage, RenewWith } from '../shapes.ts';
import { ledgerEntryView, memberPackageView, memberPackageViews } from '../view.ts';
import { renewWith } from './card.ts';
import { endPreview, freezePreview, unfreezePreview } from './previews.ts';
import { type BookedClass, classesOfBookings, findOwnPackage, ledgerPage, ownPackagePage } from './queries.ts';
import { MemberLedger, type MemberLedgerEntryResponse, MemberPackageList } from './shapes.ts';

const onOwnPackage = { on: { find: findOwnPackage }, response: MemberPackage, isExtension: true };

/** @throws Problem 409 `freeze_not_allowed` (studio_only). */
const requireMayFreeze = ({ memberMayFreeze }: PackageRow): void => {
  if (memberMayFreeze === 1) return;
  const message = 'Only staff can freeze this package. Ask at the front desk.';
  throw conflict('freeze_not_allowed', message, [{ param: 'id', code: 'studio_only', message }]);
};

/** The changes of credits as the member sees them; the classes of their bookings are read in one query. */
const movementViews = (
  read: Read,
  rows: readonly NamedLedgerRow[],
): ((row: NamedLedgerRow) => MemberLedgerEntryResponse) => {
  const classes = classesOfBookings(
    read,
    rows.flatMap(({ bookingId }) => bookingId ?? []),
  );
  const guests = guestsByBooking(read, rows);
  const classOf = ({ bookingId: _, ...shown }: BookedClass) => shown;
  return (row) => {
    const { staffId: _staff, note: _note, ...entry } = ledgerEntryView(row);
    const booked = row.bookingId === null ? undefined : classes.get(row.bookingId);
    const guest = guests.get(row.bookingId);
    return {
      ...entry,
      object: 'ledger_entry',
      // Who the guest is as a client, the host does not learn.
      clientId: guest === undefined ? entry.clientId : null,
      guestName: guest?.firstName ?? null,
      session: booked === undefined ? null : classOf(booked),
    };
  };
};

/** What a member owns: the packages at every site, with what the member may do with them. */
export const memberPackageOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  memberOnlyOperations(({ list, read, write }) => [
    list(
      'GET /public-api/v2/member/packages',
      'listMemberPackages',
      {
        summary: "List the member's packages",
        description: "Returns the member's credits and memberships at all sites, newest first.",
        filters: { status: optional(oneOf(...PACKAGE_STATUSES)) },
        response: MemberPackageList,
        isExtension: true,
      },
      (seen, { caller: { clientId }, query, page }) => {
        const found = ownPackagePage(seen, page, clientId, query.status);
        return { page: found, view: memberPackageViews(seen, found.rows) };
      },
    ),
    read(
      'GET /public-api/v2/member/packages/:id',
      'getMemberPackage',
      {
        summary: "Retrieve one of the member's packages",
        description:
          "Includes the terms on which the member can freeze and cancel it. Another member's package returns 404.",
        ...onOwnPackage,
        example: at(PACKAGES.tenClasses),
      },
      (seen, { record }) => memberPackageView(seen, record),
    ),
    list(
      'GET /public-api/v2/member/packages/:id/ledger',
      'listMemberPackageLedger',
      {
        summary: "List the credit history of one of the member's packages",
        description:
          'Returns each change with the class of its booking, newest first. A package without a number of credits ' +
          'has no changes.',
        on: { find: findOwnPackage },
        response: MemberLedger,
        isExtension: true,
        example: at(PACKAGES.tenClasses),
      },
      (seen, { record, page }) => {
        const found = ledgerPage(seen, page, { packageId: record.id }, null);
        return { page: found, view: movementViews(seen, found.rows) };
      },
    ),
    write(
      'POST /public-api/v2/member/packages/:id/freeze',
      'freezeMemberPackage',
      {
        summary: "Freeze one of the member's packages",
        description:
          'Possible if `memberMayFreeze` of the package is `true`, within the number of days the studio allows. ' +
          'Without dates, it starts now and lasts as long as allowed. Bookings made with the package that fall ' +
          'inside the freeze are canceled free of charge, unless `keepBookings` is set.',
        ...onOwnPackage,
        response: FrozenMemberPackage,
        body: FreezePackage,
        errors: [409],
        dryRun: freezePreview,
        example: { ...at(PACKAGES.tenClasses), body: { reason: 'On holiday' } },
      },
      (tx, { record, body }) => {
        requireMayFreeze(record);
        const { row, cancelledBookings } = freezeWithBookings(tx, record, body, reactions);
        return { ...memberPackageView(tx, row), cancelledBookings };
      },
    ),
    write(
      'POST /public-api/v2/member/packages/:id/unfreeze',
      'unfreezeMemberPackage',
      {
        summary: "End the freeze, or cancel a planned freeze, of one of the member's packages",
        description: 'Possible if `memberMayFreeze` is `true`. The days that remain can be frozen later.',
        ...onOwnPackage,
        errors: [409],
        dryRun: unfreezePreview,
        isInteractive: true,
        answers: { 200: answerOf('getMemberPackage') },
      },
      (tx, { record }) => {
        requireMayFreeze(record);
        return memberPackageView(tx, unfreezePackage(tx, record));
      },
    ),
    write(
      'POST /public-api/v2/member/packages/:id/card',
      'changeMemberPackageCard',
      {
        summary: "Choose the card that pays for one of the member's packages",
        description:
          'The card is charged for each renewal from now on. If a renewal has failed, the card is charged right away.',
        ...onOwnPackage,
        body: RenewWith,
        errors: [409],
        isInteractive: true,
        answers: { 200: answerOf('getMemberPackage') },
      },
      (tx, { caller, record, body: { paymentMethodId } }) =>
        memberPackageView(tx, renewWith(tx, caller, record, paymentMethodId)),
    ),
    write(
      'POST /public-api/v2/member/packages/:id/end',
      'endMemberPackage',
      {
        summary: "Cancel the renewal of one of the member's packages",
        description:
          'It ends with the first period that is over after the notice and the minimum term, and can be used until ' +
          'then: `end` in the response says when. With `dry_run`, the response says so in advance, with the ' +
          'remaining charges. Canceling it again changes nothing.',
        ...onOwnPackage,
        errors: [409],
        dryRun: endPreview,
        isInteractive: true,
        answers: { 200: answerOf('getMemberPackage') },
      },
      (tx, { record }) => memberPackageView(tx, endPackage(tx, record)),
    ),
    write(
      'DELETE /public-api/v2/member/packages/:id/end',
      'withdrawMemberPackageEnd',
      {
        summary: 'Resume a canceled package of the member',
        description: 'Possible until it has ended: it renews as before.',
        ...onOwnPackage,
        errors: [409],
        isInteractive: true,
        answers: { 200: answerOf('getMemberPackage') },
      },
      (tx, { caller, record }) => memberPackageView(tx, withdrawEnd(tx, caller, record)),
    ),
  ]);
