import type { Read, Tx } from '../../database/database.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import type { ReadableAmong } from '../../http/operations/rights.ts';
import { type Caller, requirePermission } from '../../kernel/caller.ts';
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

import {
  AdjustPackage,
  CancelPackage,
  type CancelPackageBody,
  FreezePackage,
  FrozenPackage,
  packageFilters,
} from './shapes.ts';
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

interface Cancelling {
  readonly row: PackageRow;
  readonly body: CancelPackageBody;
}

/** @throws Problem as `cancelPackage`; 403 without the permission to write off what is owed. */
const cancelForCaller = (tx: Tx, caller: Caller, { row, body }: Cancelling, reactions: Reactions): PackageRow => {
  if (body.writeOffDebt === true) requirePermission(caller, 'packages:adjust');
  const cancelled = cancelPackage(tx, row, reactions, body);
  if (body.writeOffDebt !== true) return cancelled;
  reactions.debtWrittenOff(tx, row.id);
  return Package.rows.find(tx, row.id) ?? cancelled;
};

const listed = { filters: packageFilters, expands: 'package', example: { query: { client_id: MEMBER } } };

export const packageOperations = (deps: PackageDeps) =>
  recordOperations(
    { tag: 'Packages', about: "Clients' credits, memberships, and unlimited plans.", audited: false },
    'packages',
    { ...kind, path: '/v2/packages' },
    ({ list, retrieve, act }) => [
      list(
        "Returns clients' credits and memberships, newest first.",
        (read, { query, caller, page }) => packagesPage(read, page, query, caller.siteIds),
        listed,
      ),
      retrieve('`expand[]=ledger` adds every change to its credits.', {
        expands: 'package',
        example: { ...kind.example, query: { 'expand[]': ['ledger'] } },
      }),
      act(
        'cancel',
        'What is left of the package becomes void. The payment is not refunded; refund it separately. What is owed for it stays ' +
          'owed, unless `writeOffDebt` is set, which requires the permission `packages:adjust`.',
        (tx, caller, row, body) => cancelForCaller(tx, caller, { row, body }, deps.reactions),
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
        'The same records as under `/v2/packages`, for staff.',
        (read, { query, caller, page }) => packagesPage(read, page, query, caller.siteIds),
        { id: 'manageListPackages', ...listed },
      ),
      retrieve('The same record as under `/v2/packages`, for staff.', { expands: 'package' }),
      update('A package on hold cannot be used to book until the hold ends.', updatePackage, {
        reads: ['manageGetPackage', 'getPackage'],
        summary: "Update a package's terms, or put it on hold",
        example: { body: { name: 'Ten classes, gift' } },
      }),
      act('adjust', '`delta` is added to the balance, and the ledger records who did it and why.', adjustCredits, {
        summary: "Add or remove a package's credits",
        body: AdjustPackage,
        example: { body: { delta: 1, reason: 'A class was cut short.' } },
      }),
      write(
        'POST /manage/packages/:id/freeze',
        'freezePackage',
        {
          summary: 'Freeze a package',
          description:
            'The package cannot be used to book during the freeze, and its expiry date is extended by the days ' +
            'frozen. Without dates, the freeze starts now. Bookings made with it that fall inside the freeze are ' +
            'canceled free of charge, unless `keepBookings` is set.',
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
        'The expiry date becomes earlier by the days that remained of the freeze.',
        (tx, _caller, row) => unfreezePackage(tx, row),
        { summary: 'Unfreeze a package', staff: 'packages:freeze', example: at(PACKAGES.frozen) },
      ),
    ],
  );
