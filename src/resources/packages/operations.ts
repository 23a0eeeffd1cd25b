import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { MEMBER, PACKAGES } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { adjustCredits } from './credits/adjust.ts';
import { cancelPackage } from './lifecycle/cancel.ts';
import { freezePackage, unfreezePackage } from './lifecycle/freeze.ts';
import { packagesPage } from './queries.ts';
import { Package } from './record.ts';
import { AdjustPackage, CancelPackage, FreezePackage, packageFilters } from './shapes.ts';
import { updatePackage } from './update.ts';
import { packageView, packageViews } from './view.ts';

interface PackageDeps {
  readonly reactions: Reactions;
}

export const packageOperations = ({ reactions }: PackageDeps) =>
  businessOperations(
    { tag: 'Packages', about: 'Credits, memberships and unlimited plans of clients.', reads: 'getPackage' },
    'packages',
    ({ list, read, write }) => [
      list(
        'GET /v2/packages',
        'listPackages',
        {
          summary: 'List packages',
          description: 'What clients hold: credits and memberships, the newest first.',
          filters: packageFilters,
          expands: 'package',
          response: Package.list,
          staff: 'packages:sell',
          example: { query: { client_id: MEMBER } },
        },
        (read, { query, caller, page: request }) => {
          const page = packagesPage(read, request, query, caller.siteIds);
          return { page, view: packageViews(read, page.rows) };
        },
      ),
      read(
        'GET /v2/packages/:id',
        'getPackage',
        {
          summary: 'Retrieve a package',
          description: "'expand[]=ledger' adds every change of its credits.",
          on: Package,
          expands: 'package',
          response: Package.schema,
          staff: 'packages:sell',
          example: { ...at(PACKAGES.tenClasses), query: { 'expand[]': ['ledger'] } },
        },
        (read, { record }) => packageView(read, record),
      ),
      write(
        'POST /v2/packages/:id/cancel',
        'cancelPackage',
        {
          audited: true,
          summary: 'Cancel a package',
          description: 'What is left of it becomes void. It does not refund the payment: refund that, if you want to.',
          on: Package,
          body: CancelPackage,
          response: Package.schema,
          staff: 'packages:cancel',
          example: { ...at(PACKAGES.tenClasses), body: { reason: 'Moves away' } },
        },
        (tx, { record, body }) => packageView(tx, cancelPackage(tx, record, reactions, body)),
      ),
    ],
  );

/** The operations on packages for staff (management.md); the family `payments` sells packages. */
export const managePackageOperations = recordOperations(
  { tag: 'Packages', reads: 'manageGetPackage' },
  'manage',
  {
    record: Package,
    views: (read, _caller, rows) => packageViews(read, rows),
    path: '/manage/packages',
    names: ['package', 'packages'],
    staff: { read: 'packages:sell', write: 'packages:adjust' },
    example: at(PACKAGES.tenClasses),
  },
  ({ list, retrieve, update }, { write }) => [
    list(
      "The same records as under '/v2/packages', for staff.",
      (read, { query, caller, page }) => packagesPage(read, page, query, caller.siteIds),
      {
        id: 'manageListPackages',
        filters: packageFilters,
        expands: 'package',
        example: { query: { client_id: MEMBER } },
      },
    ),
    retrieve("The same record as under '/v2/packages', for staff.", { expands: 'package' }),
    update('You cannot book with a package on hold until the hold ends.', updatePackage, {
      reads: ['manageGetPackage', 'getPackage'],
      summary: 'Change the terms of a package, or put it on hold',
      example: { body: { name: 'Ten classes, gift' } },
    }),
    write(
      'POST /manage/packages/:id/adjust',
      'adjustPackage',
      {
        summary: 'Add credits to a package or take some away',
        description: "'delta' is added to the balance, and the ledger says who did it and why.",
        on: Package,
        body: AdjustPackage,
        response: Package.schema,
        staff: 'packages:adjust',
        example: { ...at(PACKAGES.tenClasses), body: { delta: 1, reason: 'A class was cut short.' } },
      },
      (tx, { caller, record, body }) => packageView(tx, adjustCredits(tx, caller, record, body)),
    ),
    write(
      'POST /manage/packages/:id/freeze',
      'freezePackage',
      {
        summary: 'Freeze a package',
        description:
          'Nothing can be booked with it meanwhile, and the expiry moves by the days of the freeze. Without dates, from now on.',
        on: Package,
        body: FreezePackage,
        response: Package.schema,
        staff: 'packages:freeze',
        example: { ...at(PACKAGES.monthly), body: { reason: 'On holiday' } },
      },
      (tx, { record, body }) => packageView(tx, freezePackage(tx, record, body)),
    ),
    write(
      'POST /manage/packages/:id/unfreeze',
      'unfreezePackage',
      {
        summary: 'End the freeze of a package',
        description: 'The expiry moves back by the days that are left of the freeze.',
        on: Package,
        response: Package.schema,
        staff: 'packages:freeze',
        example: at(PACKAGES.frozen),
      },
      (tx, { record }) => packageView(tx, unfreezePackage(tx, record)),
    ),
  ],
);
