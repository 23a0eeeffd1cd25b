import type { Read } from '../../database/database.ts';
import { type IneligibilityReason, ineligibilityOf, type SessionFacts } from '../packages/credits/choose.ts';
import { activePackages, packagesOfClients } from '../packages/queries.ts';
import type { PackageRow } from '../packages/record.ts';
import { statusAt } from '../packages/states.ts';
import { sellsPackages } from './queries.ts';
import type { StatusCode } from './shapes.ts';

/** Who wants to come in where, without a booking. */
interface Entry {
  readonly clientId: string;
  readonly siteId: string;
  /** The session's, null for the place itself. */
  readonly category: string | null;
  /** Instant. */
  readonly at: string;
  /** The package that the request names, one of the client's. */
  readonly named: PackageRow | undefined;
}

type Refusal = readonly [statusCode: StatusCode, message: string];

/** What a package comes in with: itself, nothing where none is needed, or why it does not. */
interface Passage {
  readonly package: PackageRow | undefined;
  readonly refusal?: Refusal;
}

const NONE: Refusal = ['no_active_package', 'The client has no active package. Sell one first.'];

/** Why packages do not let in, the reason that is nearest to being mended first. */
const REFUSALS: readonly (readonly [IneligibilityReason | 'used_up', Refusal])[] = [
  ['on_hold', ['arrears', 'The package is on hold. Settle what is owed first.']],
  ['frozen', ['no_active_package', 'The package is frozen. Unfreeze it first.']],
  ['wrong_location', ['wrong_location', 'The package is not valid at this location.']],
  ['wrong_category', ['no_active_package', 'The package is for certain categories of sessions only.']],
  ['not_started', ['no_active_package', 'The package is not valid yet.']],
  ['will_be_expired', ['expired', 'The package has expired. Sell another one.']],
  ['used_up', ['no_active_package', 'The credits of the package are used up. Sell another one.']],
  ['cancelled', NONE],
];

/** Why a package does not let in; undefined when it does. Coming in takes no credit and no use. */
const reasonOf = (read: Read, row: PackageRow, facts: SessionFacts): IneligibilityReason | 'used_up' | undefined =>
  ineligibilityOf(read, row, facts, undefined) ?? (statusAt(row, read.now) === 'depleted' ? 'used_up' : undefined);

const refusalOf = (reasons: readonly (string | undefined)[]): Refusal =>
  REFUSALS.find(([reason]) => reasons.includes(reason))?.[1] ?? NONE;

/**
 * Which package lets a client in, or why none does (rules.md "Check-in"). A package is asked for where packages are
 * sold; a place that sells none lets in everybody it knows.
 */
export const entryByPackage = (read: Read, { clientId, siteId, category, at, named }: Entry): Passage => {
  const facts = { siteId, category, startTime: at, creditCost: 0 };
  const candidates = named === undefined ? activePackages(read, clientId) : [named];
  const reasons = candidates.map((row) => reasonOf(read, row, facts));
  const fit = candidates[reasons.indexOf(undefined)];
  if (fit !== undefined) return { package: fit };
  if (named !== undefined) return { package: named, refusal: refusalOf(reasons) };
  if (!sellsPackages(read)) return { package: undefined };
  if (candidates.length > 0) return { package: undefined, refusal: refusalOf(reasons) };
  const newest = packagesOfClients(read, [clientId])[0];
  return { package: undefined, refusal: newest === undefined ? NONE : refusalOf([reasonOf(read, newest, facts)]) };
};
