import { Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import {
  count,
  currency,
  date,
  described,
  id,
  instant,
  listOf,
  nullable,
  object,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { freezeFields } from '../lifecycle/freeze-preview.ts';
import { ledgerEntry } from '../record.ts';
import { MemberPackage } from '../shapes.ts';

export const MemberPackageList = listOf(MemberPackage);

const movedBy = object(() => ({
  id: id(),
  name: Type.String(),
  startTime: instant(),
  timezone: described(Type.String(), 'The zone of the site.'),
  siteId: id(),
}));

/** A change of credits as the member sees it: without who made it, and what staff wrote. */
const MemberLedgerEntry = shape('MemberLedgerEntry', () => {
  const { staffId: _, note: __, id: entryId, ...shown } = ledgerEntry.properties;
  return {
    id: entryId,
    object: Type.Literal('ledger_entry'),
    ...shown,
    session: described(nullable(movedBy), 'The class of the booking; null for a change without a class.'),
  };
});
export const MemberLedger = listOf(MemberLedgerEntry);

const amount = () => inMinorUnits(count());
const charge = object(() => ({
  at: described(nullable(instant()), 'When the card is charged; null before the package begins.'),
  amount: amount(),
  currency: currency(),
}));

/** As many charges are told one by one. */
export const MOST_CHARGES = 12;

/** What ending a package would do. */
export const MemberPackageEndPreview = shape('MemberPackageEndPreview', () => ({
  object: Type.Literal('member_package_end_preview'),
  packageId: id(),
  endsAt: described(nullable(instant()), 'When it would end; null for a package that has not begun.'),
  noticeEndsOn: described(date(), 'The local date on which the notice is over.'),
  minimumTermEndsOn: described(nullable(date()), 'The local date on which the minimum term is over.'),
  renewalsLeft: described(count(), 'How often it would still be charged.'),
  charges: described(Type.Array(charge), `What would still be charged: the first ${MOST_CHARGES}.`),
  total: described(
    object(() => ({ amount: amount(), currency: currency() })),
    'All of these charges together.',
  ),
  bookingsAfter: described(count(), 'How many bookings after the end it pays for, which stay; counted up to 1,000.'),
}));

/** What freezing a package, or ending its freeze, would do. */
export const MemberPackageFreezePreview = shape('MemberPackageFreezePreview', () => ({
  object: Type.Literal('member_package_freeze_preview'),
  ...freezeFields(),
}));

export type MemberLedgerEntryResponse = Static<typeof MemberLedgerEntry>;
export type EndPreviewResponse = Static<typeof MemberPackageEndPreview>;
export type FreezePreviewResponse = Static<typeof MemberPackageFreezePreview>;
