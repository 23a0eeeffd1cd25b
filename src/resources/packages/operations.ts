import type { Read } from '../../database/database.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { ReadableAmong } from '../../http/operations/rights.ts';
import type { Caller } from '../../kernel/caller.ts';
import { MEMBER, PACKAGES } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { adjustCredits } from './credits/adjust.ts';
import { cancelPackage } from './lifecycle/cancel.ts';
import { unfreezePackage } from './lifecycle/freeze.ts';
import { freezeWithBookings } from './lifecycle/freeze-bookings.ts';
import { packageFreezePreview } from './lifecycle/freeze-preview.ts';
import { cancelPackagePreview } from './lifecycle/preview.ts';
import { packagesPage } from './queries.ts';
import { Package, type PackageRow } from './record.ts';

import { AdjustPackage, CancelPackage, FreezePackage, FrozenPackage, packageFilters } from './shapes.ts';
import { updatePackage } from './update.ts';
import { packageView, packageViews } from './view.ts';

interface PackageDeps {
  readonly reactions: Reactions;
  readonly readableAmong: ReadableAmong;
}

const kind = {
  record: Package,
  views: (read: Read, _caller: Caller, rows: readonly PackageRow[]) => packageViews(read, rows),
  names: ['package', 'packages'],
  staff: { read: 'packages:sell', write: 'packages:adjust' },
  example: at(PACKAGES.tenClasses),
} as const;

const listed = { filters: packageFilters, expands: 'package', example: { query: { client_id: MEMBER } } };

export const packageOperations = (deps: PackageDeps) =>
  recordOperations(
    { tag: 'Packages', about: 'Credits, memberships and unlimited plans of clients.', audited: false },
    'packages',
    { ...kind, path: '/v2/packages' },
    ({ list, retrieve, act }) => [
      list(
        'What clients hold: credits and memberships, the newest first.',
        (read, { query, caller, page }) => packagesPage(read, page, query, caller.siteIds),
        listed,
      ),
      retrieve("'expand[]=ledger' adds every change of its credits.", {
        expands: 'package',
        example: { ...kind.example, query: { 'expand[]': ['ledger'] } },
      }),
      act(
        'cancel',
        'What is left of it becomes void. It does not refund the payment: refund that, if you want to.',
        (tx, _caller, row, body) => cancelPackage(tx, row, deps.reactions, body),
        {
          audited: true,
          summary: 'Cancel a package',
          body: CancelPackage,
          dryRun: cancelPackagePreview(deps),
          staff: 'packages:cancel',
          example: { body: { reason: 'Moves away' } },
        },
      ),
    ],
  );

/** The operations on packages for staff (management.md); the family `payments` sells packages. */
export const managePackageOperations = ({ reactions }: Pick<PackageDeps, 'reactions'>) =>
  recordOperations(
    { tag: 'Packages', reads: 'manageGetPackage' },
    'manage',
    { ...kind, path: '/manage/packages' },
    ({ list, retrieve, update, act }, { write }) => [
      list(
        "The same records as under '/v2/packages', for staff.",
        (read, { query, caller, page }) => packagesPage(read, page, query, caller.siteIds),
        { id: 'manageListPackages', ...listed },
      ),
      retrieve("The same record as under '/v2/packages', for staff.", { expands: 'package' }),
      update('You cannot book with a package on hold until the hold ends.', updatePackage, {
        reads: ['manageGetPackage', 'getPackage'],
        summary: 'Change the terms of a package, or put it on hold',
        example: { body: { name: 'Ten classes, gift' } },
      }),
      act('adjust', "'delta' is added to the balance, and the ledger says who did it and why.", adjustCredits, {
        summary: 'Add credits to a package or take some away',
        body: AdjustPackage,
        example: { body: { delta: 1, reason: 'A class was cut short.' } },
      }),
      write(
        'POST /manage/packages/:id/freeze',
        'freezePackage',
        {
          summary: 'Freeze a package',
          description:
            "Nothing can be booked with it meanwhile, and the expiry moves by the days of the freeze. Without dates, from now on. What it has booked inside the freeze is cancelled free of charge, unless 'keepBookings'.",
          on: Package,
          body: FreezePackage,
          response: FrozenPackage,
          dryRun: packageFreezePreview,
          staff: 'packages:freeze',
          example: { ...at(PACKAGES.monthly), body: { reason: 'On holiday' } },
        },
        (tx, { record, body }) => {
          const { row, cancelledBookings } = freezeWithBookings(tx, record, body, reactions);
          return { ...packageView(tx, row), cancelledBookings };
        },
      ),
      act(
        'unfreeze',
        'The expiry moves back by the days that are left of the freeze.',
        (tx, _caller, row) => unfreezePackage(tx, row),
        { summary: 'End the freeze of a package', staff: 'packages:freeze', example: at(PACKAGES.frozen) },
      ),
    ],
  );
