import type { Read } from '../../database/database.ts';
import { activePackages, packagesOfClients } from '../packages/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { statusAt } from '../packages/states.ts';
import { type SessionContext, type UnusableReason, whyUnusable } from '../packages/usable.ts';
import { membershipSettings } from '../settings/queries.ts';
import type { StatusCode } from './record.ts';

interface Entry {
  readonly clientId: string;
  readonly siteId: string;
  readonly category: string | null;
  readonly at: string;
  /** The package that the request names, one of the client's. */
  readonly named: PackageRow | undefined;
}

export type Rejection = readonly [statusCode: StatusCode, message: string];

interface PackageEntry {
  readonly package: PackageRow | undefined;
  readonly rejection?: Rejection;
}

const NONE: Rejection = ['no_active_package', 'The client has no active package. Sell a package first.'];

/** Why a package does not admit a client; the reason that is easiest to resolve first. */
const REJECTIONS: readonly (readonly [UnusableReason | 'used_up', Rejection])[] = [
  ['on_hold', ['arrears', 'The package is on hold. Settle what is owed first.']],
  ['frozen', ['no_active_package', 'The package is frozen. Unfreeze it first.']],
  ['wrong_location', ['wrong_location', 'The package is not valid at this location.']],
  ['wrong_category', ['no_active_package', 'The package is for certain categories of sessions only.']],
  ['not_started', ['no_active_package', 'The package is not valid yet.']],
  ['will_be_expired', ['expired', 'The package has expired. Sell another one.']],
  ['used_up', ['no_active_package', 'The credits of the package are used up. Sell another one.']],
  ['cancelled', NONE],
];

/** Why a package does not admit a client; undefined when it does. An entry takes no credit and counts as no use. */
const reasonOf = (read: Read, row: PackageRow, facts: SessionContext): UnusableReason | 'used_up' | undefined =>
  whyUnusable(read, row, facts) ?? (statusAt(row, read.now) === 'depleted' ? 'used_up' : undefined);

const rejectionFor = (reasons: readonly (string | undefined)[]): Rejection =>
  REJECTIONS.find(([reason]) => reasons.includes(reason))?.[1] ?? NONE;

/** By rules.md "Check-in". Settings may ask for no package; a named package has to admit the client anyway. */
export const entryByPackage = (read: Read, { clientId, siteId, category, at, named }: Entry): PackageEntry => {
  const facts = { siteId, category, startTime: at, creditCost: 0 };
  const candidates = named === undefined ? activePackages(read, clientId) : [named];
  const reasons = candidates.map((row) => reasonOf(read, row, facts));
  const eligible = candidates[reasons.indexOf(undefined)];
  if (eligible !== undefined) return { package: eligible };
  if (named !== undefined) return { package: named, rejection: rejectionFor(reasons) };
  if (!membershipSettings(read, siteId).requirePackageForCheckIn) return { package: undefined };
  if (candidates.length > 0) return { package: undefined, rejection: rejectionFor(reasons) };
  const newest = packagesOfClients(read, [clientId])[0];
  return { package: undefined, rejection: newest === undefined ? NONE : rejectionFor([reasonOf(read, newest, facts)]) };
};
