// The dry runs of what members do with their packages.

import type { Read, Tx } from '../../../database/database.ts';
import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { upcomingBookingsOn } from '../../bookings/queries.ts';
import { endAfter, endingOf, endOfPackage, renewalsAhead } from '../lifecycle/ending.ts';
import { freezeFacts } from '../lifecycle/freeze-preview.ts';
import { Package, type PackageRow } from '../record.ts';
import type { FreezePackageBody } from '../shapes.ts';
import {
  type EndPreviewResponse,
  type FreezePreviewResponse,
  MemberPackageEndPreview,
  MemberPackageFreezePreview,
  MOST_CHARGES,
} from './shapes.ts';

type OwnCall<Body = object> = Call<MemberCaller, object, Body, PackageRow>;

/** As many bookings ahead are counted. */
const MOST_COUNTED = 1000;

const bookingsAfter = (read: Read, tx: Tx, packageId: string, since: string): number =>
  upcomingBookingsOn(read, packageId, { since, last: tx.id(), after: '', limit: MOST_COUNTED }).length;

/** When the card is charged for each of the periods that are left. */
const chargeAt = (read: Read, row: PackageRow, index: number): string | null =>
  index === 0 ? row.nextRenewalAt : endAfter(read, row, index);

const endView = (tx: Tx, before: PackageRow, after: PackageRow): EndPreviewResponse => {
  const { noticeEndsOn, minimumTermEndsOn } = endingOf(tx, before);
  const renewalsLeft = renewalsAhead(after) ?? 0;
  const endsAt = endOfPackage(tx, after);
  const { price, currency } = after;
  return {
    object: 'member_package_end_preview',
    packageId: after.id,
    endsAt,
    noticeEndsOn,
    minimumTermEndsOn,
    renewalsLeft,
    charges: Array.from({ length: Math.min(renewalsLeft, MOST_CHARGES) }, (_, index) => ({
      at: chargeAt(tx, after, index),
      amount: price,
      currency,
    })),
    total: { amount: renewalsLeft * price, currency },
    bookingsAfter: endsAt === null ? 0 : bookingsAfter(tx, tx, after.id, endsAt),
  };
};

export const endPreview: DryRun<OwnCall> = {
  response: MemberPackageEndPreview,
  preview(tx, { record }, act) {
    act();
    return endView(tx, record, Package.rows.find(tx, record.id) ?? record);
  },
};

const freezeView = (tx: Tx, record: PackageRow, response: object): FreezePreviewResponse => ({
  object: 'member_package_freeze_preview',
  ...freezeFacts(tx, record, response),
});

export const freezePreview: DryRun<OwnCall<FreezePackageBody>> = {
  response: MemberPackageFreezePreview,
  preview: (tx, { record }, act) => freezeView(tx, record, act().response),
};

export const unfreezePreview: DryRun<OwnCall> = {
  response: MemberPackageFreezePreview,
  preview: (tx, { record }, act) => freezeView(tx, record, act().response),
};
