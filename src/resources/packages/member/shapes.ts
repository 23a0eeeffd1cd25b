import { Type } from '@sinclair/typebox';
import { inMinorUnits } from '../../../kernel/minor-units.ts';
import {
  count,
  currency,
  date,
  described,
  extension,
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
  timezone: described(Type.String(), 'The time zone of the site.'),
  siteId: id(),
}));

/** A change of credits as the member sees it: without who made it, and what staff wrote. */
const MemberLedgerEntry = shape('MemberLedgerEntry', () => {
  const { staffId: _, note: __, id: entryId, ...shown } = ledgerEntry.properties;
  return {
    id: entryId,
    object: Type.Literal('ledger_entry'),
    ...shown,
    guestName: extension(
      nullable(Type.String()),
      'The guest for whom it paid, as the member entered the name. `null` otherwise.',
    ),
    session: described(nullable(movedBy), 'The class of the booking. `null` for a change without a class.'),
  };
});
export const MemberLedger = listOf(MemberLedgerEntry);

const amount = () => inMinorUnits(count());
const charge = object(() => ({
  at: described(nullable(instant()), 'Time at which the card is charged. `null` before the package starts.'),
  amount: amount(),
  currency: currency(),
}));

/** As many charges are listed one by one. */
export const MOST_CHARGES = 12;

/** What ending a package would do. */
export const MemberPackageEndPreview = shape('MemberPackageEndPreview', () => ({
  object: Type.Literal('member_package_end_preview'),
  packageId: id(),
  endsAt: described(nullable(instant()), 'Time at which it would end. `null` for a package that has not started.'),
  noticeEndsOn: described(date(), 'The local date on which the notice period ends.'),
  minimumTermEndsOn: described(nullable(date()), 'The local date on which the minimum term ends.'),
  renewalsLeft: described(count(), 'The number of times it would still be charged.'),
  charges: described(Type.Array(charge), `The remaining charges: the first ${MOST_CHARGES}.`),
  total: described(
    object(() => ({ amount: amount(), currency: currency() })),
    'The total of these charges.',
  ),
  bookingsAfter: described(
    count(),
    'The number of bookings after the end that it pays for, which are kept. Counted up to 1,000.',
  ),
}));

/** What freezing a package, or ending its freeze, would do. */
export const MemberPackageFreezePreview = shape('MemberPackageFreezePreview', () => ({
  object: Type.Literal('member_package_freeze_preview'),
  ...freezeFields(),
}));

export type MemberLedgerEntryResponse = Static<typeof MemberLedgerEntry>;
export type EndPreviewResponse = Static<typeof MemberPackageEndPreview>;
export type FreezePreviewResponse = Static<typeof MemberPackageFreezePreview>;
