import type { Read, Tx } from '../../../database/database.ts';
import { pack } from '../../../database/json.ts';
import { mergeMetadata } from '../../../database/metadata.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { type Detail, invalid, invalidParam, missingResource } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { ExportedPackage } from '../../exports/shapes.ts';
import { addCredits } from '../../packages/credits/ledger.ts';
import { appendToLedger } from '../../packages/credits/queries.ts';
import { expiryFrom, zoneOf } from '../../packages/lifecycle/dates.ts';
import { packagePage } from '../../packages/queries.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import { updatePackage } from '../../packages/update.ts';
import { packageView } from '../../packages/view.ts';
import { checkTerms } from '../../plans/plans.ts';
import { planPage } from '../../plans/queries.ts';
import { Plan, type PlanRow } from '../../plans/record.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { requireKnownSites } from '../../sites/named-sites.ts';
import {
  atCreation,
  backdated,
  byExternalId,
  differing,
  foundBy,
  type Importable,
  idOf,
  refuseChanges,
  requireIdentity,
  type Taken,
  takeBy,
  utc,
} from '../apply.ts';
import { ImportPackage } from '../shapes.ts';
import { clientNamed, clientOf, siteOf } from './parties.ts';

type Row = Static<typeof ImportPackage>;

const DAY_MS = 86_400_000;

/** What an import changes of a package that is here; the rest has acts of its own. */
const CHANGEABLE = [
  ...['name', 'category', 'description', 'expiresAt', 'onHold', 'holdReason'],
  ...['eligibleSiteIds', 'eligibleCategories', 'metadata', 'externalId'],
] as const;

const known = foundBy(Package.rows.find, packagePage);

const planOf = (read: Read, { planId, planExternalId: externalId }: Row): PlanRow | undefined => {
  if (typeof planId !== 'string' && typeof externalId !== 'string') return undefined;
  const plan = typeof planId === 'string' ? Plan.rows.find(read, planId) : byExternalId(read, planPage, externalId);
  if (plan !== undefined) return plan;
  throw typeof planId === 'string'
    ? missingResource('planId', 'plan', planId)
    : missingResource('planExternalId', 'plan', String(externalId));
};

/** What every package needs, of the row or of the plan that it was sold of. */
const termsOf = (row: Row, plan: PlanRow | undefined) => {
  const name = row.name ?? plan?.name;
  const type = row.type ?? plan?.type;
  const price = row.price ?? plan?.price;
  if (name !== undefined && type !== undefined && price !== undefined) return { name, type, price };
  const missing = Object.entries({ name, type, price }).flatMap(([param, value]): Detail[] => {
    if (value !== undefined) return [];
    return [{ param, code: 'parameter_missing', message: `'${param}' is missing. Send it, or the plan in 'planId'.` }];
  });
  throw invalid(missing);
};

const given = <Value>(sent: Value | undefined, otherwise: Value): Value => (sent === undefined ? otherwise : sent);

const freezeColumns = (tx: Tx, siteId: string, freeze: Row['freeze']): Partial<PackageRow> => {
  if (freeze === undefined || freeze === null) return {};
  const startsAt = utc(freeze.startsAt);
  const days = Math.round((Date.parse(freeze.endsAt) - Date.parse(startsAt)) / DAY_MS);
  return {
    frozenFrom: startsAt,
    frozenUntil: utc(freeze.endsAt),
    freezeReason: freeze.reason ?? null,
    freezeYear: Number(localDateAt(Date.parse(startsAt), zoneOf(tx, siteId)).slice(0, 4)),
    freezeDaysUsed: freeze.daysUsed ?? days,
    freezeDaysAllowed: freeze.daysAllowed ?? days,
    // So that thawing early takes back what the freeze has added.
    freezeDaysAdded: membershipSettings(tx, siteId).freezeExtendsExpiry ? days : 0,
  };
};

const newRow = (tx: Tx, caller: Caller, row: Row): PackageRow => {
  const client = clientOf(tx, caller, row);
  const site = siteOf(tx, caller, row, client);
  const plan = planOf(tx, row);
  const at = atCreation(tx, row.createdAt);
  requireKnownSites(tx, row.eligibleSiteIds ?? [], 'eligibleSiteIds');
  const usageLimit = row.usageLimit === undefined ? (plan?.usageLimit ?? null) : pack(row.usageLimit);
  const terms = {
    ...termsOf(row, plan),
    creditsTotal: given(row.creditsTotal, plan?.creditsTotal ?? null),
    usageLimit,
  };
  checkTerms(terms);
  const activationType = row.activationType ?? plan?.activationType ?? 'on_purchase';
  const validityDays = given(row.validityDays, plan?.validityDays ?? null);
  const startsAt = given(utc(row.startsAt), activationType === 'on_purchase' ? at.now : null);
  const expiry = startsAt === null ? null : expiryFrom(tx, { siteId: site.id, validityDays }, Date.parse(startsAt));
  const isBegun = startsAt !== null && startsAt <= tx.now;
  return {
    id: idOf(tx, row.id),
    clientId: client.id,
    siteId: site.id,
    planId: plan?.id ?? null,
    ...terms,
    category: given(row.category, plan?.category ?? null),
    description: given(row.description, plan?.description ?? null),
    status: row.status ?? 'active',
    creditsRemaining: terms.creditsTotal === null ? null : 0,
    creditsUsed: 0,
    creditsHeld: 0,
    startsAt,
    activatedAt: given(utc(row.activatedAt), isBegun ? startsAt : null),
    expiresAt: given(utc(row.expiresAt), expiry),
    activationType,
    validityDays,
    currency: row.currency ?? plan?.currency ?? site.currency,
    paymentId: null,
    frozenFrom: null,
    frozenUntil: null,
    freezeReason: null,
    freezeYear: null,
    freezeDaysUsed: 0,
    freezeDaysAllowed: 0,
    freezeDaysAdded: 0,
    ...freezeColumns(tx, site.id, row.freeze),
    onHold: Number(row.onHold === true),
    holdReason: row.holdReason ?? null,
    eligibleSiteIds: row.eligibleSiteIds === undefined ? (plan?.eligibleSiteIds ?? null) : pack(row.eligibleSiteIds),
    eligibleCategories:
      row.eligibleCategories === undefined ? (plan?.eligibleCategories ?? null) : pack(row.eligibleCategories),
    expiryToldAt: null,
    cancelledAt: utc(row.cancelledAt) ?? null,
    cancelReason: row.cancelReason ?? null,
    metadata: row.metadata === undefined ? null : mergeMetadata(null, row.metadata),
    externalId: row.externalId ?? null,
    createdAt: at.now,
    updatedAt: utc(row.updatedAt) ?? at.now,
    // Cards cannot be brought along, so nothing that came in renews by itself.
    autoRenews: 0,
    nextRenewalAt: null,
    paymentMethodId: null,
    renewalAttempts: 0,
  };
};

const wrong = (param: string, message: string) => invalidParam(param, message);

/** Whether the state of a package goes with its dates and its credits; what is over has nothing left. */
const stateOf = (
  tx: Tx,
  row: PackageRow,
  remaining: number | null,
): Pick<PackageRow, 'status'> & { remaining: number | null } => {
  if (row.status === 'cancelled' || row.cancelledAt !== null) {
    if (row.status !== 'cancelled')
      throw wrong('status', "A package with 'cancelledAt' must have the status cancelled.");
    return { status: 'cancelled', remaining: remaining === null ? null : 0 };
  }
  if (row.status === 'expired' || statusAt(row, tx.now) === 'expired') {
    if (row.expiresAt === null || row.expiresAt > tx.now) {
      throw wrong('expiresAt', "An expired package needs an 'expiresAt' that is past. Send when it ended.");
    }
    return { status: 'expired', remaining: remaining === null ? null : 0 };
  }
  if (row.status === 'depleted' && remaining !== 0) {
    throw wrong('creditsRemaining', 'A depleted package has no credits left. Send 0, or another status.');
  }
  return { status: remaining === 0 ? 'depleted' : 'active', remaining };
};

/** The credits that a row leaves. */
const remainingOf = (row: Row, total: number | null): number | null => {
  const { creditsRemaining: remaining } = row;
  if (total !== null) {
    if (remaining === null) throw wrong('creditsRemaining', 'This package has a number of credits. Send what is left.');
    return remaining ?? (row.status === 'depleted' ? 0 : total);
  }
  if (remaining === undefined || remaining === null) return null;
  throw wrong('creditsRemaining', "Only a package with 'creditsTotal' has credits. Send both, or neither.");
};

/** Every movement as the row tells it. @throws Problem 400 when the sums do not lead to what is left. */
const keepLedger = (tx: Tx, row: PackageRow, ledger: NonNullable<Row['ledger']>, remaining: number): void => {
  let balance = 0;
  for (const [index, entry] of ledger.entries()) {
    balance += entry.delta;
    if (balance !== entry.balance) {
      throw wrong(`ledger[${index}].balance`, `The movements up to here sum up to ${balance}. Send the whole ledger.`);
    }
    const { id, delta, reason, bookingId, staffId, note } = entry;
    appendToLedger(tx, { id, packageId: row.id, at: utc(entry.at), delta, balance, reason, bookingId, staffId, note });
  }
  if (balance !== remaining) {
    throw wrong('ledger', `The ledger leaves ${balance} credits and 'creditsRemaining' says ${remaining}.`);
  }
  Package.rows.update(tx, row.id, { creditsRemaining: remaining });
};

/** Fills a package: what was bought, and in one movement what became of it elsewhere. */
const fill = (tx: Tx, row: PackageRow, total: number, remaining: number): void => {
  const at = backdated(tx, row.createdAt);
  const full = total === 0 ? row : addCredits(at, row, total, 'purchase');
  if (remaining !== total) addCredits(at, full, remaining - total, 'adjustment', { note: 'Before the import' });
};

const create = (tx: Tx, caller: Caller, row: Row): Taken => {
  requireIdentity(row);
  const fresh = newRow(tx, caller, row);
  const total = fresh.creditsTotal;
  const { status, remaining } = stateOf(tx, fresh, remainingOf(row, total));
  Package.rows.insert(tx, { ...fresh, status: 'active' });
  if (total !== null && remaining !== null) {
    if (row.ledger === undefined || row.ledger.length === 0) fill(tx, { ...fresh, status: 'active' }, total, remaining);
    else keepLedger(tx, fresh, row.ledger, remaining);
  }
  const creditsUsed = row.creditsUsed ?? Math.max(0, (total ?? 0) - (remaining ?? 0));
  Package.rows.update(tx, fresh.id, { status, creditsUsed, updatedAt: fresh.updatedAt });
  return { id: fresh.id, action: 'created' };
};

const update = (tx: Tx, caller: Caller, record: PackageRow, row: Row): Taken => {
  Package.find(tx, caller, record.id);
  const { id: _id, createdAt: _made, updatedAt: _changed, ledger: _ledger, ...said } = row;
  const { clientExternalId: _externalId, clientEmail: _email, clientId: _clientId, planExternalId, ...fields } = said;
  // What is over has nothing left, whatever its row still tells.
  if (record.status === 'expired' || record.status === 'cancelled') delete fields.creditsRemaining;
  Object.assign(fields, clientNamed(tx, caller, row));
  if (typeof planExternalId === 'string') Object.assign(fields, { planId: planOf(tx, row)?.id });
  const changes = differing(fields, packageView(tx, record));
  refuseChanges(changes, CHANGEABLE);
  const isChanged = Object.keys(changes).length > 0 && updatePackage(tx, record, changes) !== record;
  return { id: record.id, action: isChanged ? 'updated' : 'unchanged' };
};

/** Packages are found again by id or external id. What is left of them is what their row says. */
export const importPackages: Importable = {
  name: 'packages',
  shape: ImportPackage,
  wire: ExportedPackage,
  take: takeBy(known, create, update),
};
