import type { Tx } from '../../../database/database.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { addCredits } from '../../packages/credits/ledger.ts';
import { appendToLedger } from '../../packages/credits/queries.ts';
import { NO_RENEWAL } from '../../packages/lifecycle/dates.ts';
import { Package, type PackageRow } from '../../packages/record.ts';
import { statusAt } from '../../packages/states.ts';
import type { ImportPackage } from '../shapes.ts';
import { backdated, utc } from './dates.ts';

type Row = Static<typeof ImportPackage>;

/** The status of a package and the credits that are left. */
type Balance = Pick<PackageRow, 'status'> & { readonly remaining: number | null };

const remainingOf = ({ creditsRemaining, status }: Row, total: number | null): number | null => {
  if (total !== null) {
    if (creditsRemaining !== null) return creditsRemaining ?? (status === 'depleted' ? 0 : total);
    throw invalidParam('creditsRemaining', 'This package has a number of credits. Send what is left.', {
      reason: 'contradiction',
    });
  }
  if (creditsRemaining === undefined || creditsRemaining === null) return null;
  throw invalidParam('creditsRemaining', "Only a package with 'creditsTotal' has credits. Send both, or neither.", {
    reason: 'contradiction',
  });
};

/** Expired or canceled packages have no credits, once a job has seen that they are over. @throws Problem 400 */
const balanceOf = (tx: Tx, row: PackageRow, remaining: number | null, { state }: Row): Balance => {
  if (state !== undefined) return { status: state.status, remaining };
  const none = remaining === null ? null : 0;
  if (row.status === 'cancelled' || row.cancelledAt !== null) {
    if (row.status === 'cancelled') return { status: 'cancelled', remaining: none };
    throw invalidParam('status', "A package with 'cancelledAt' must have the status cancelled.", {
      reason: 'contradiction',
    });
  }
  if (row.status === 'expired' || statusAt(row, tx.now) === 'expired') {
    if (row.expiresAt !== null && row.expiresAt <= tx.now) return { status: 'expired', remaining: none };
    throw invalidParam('expiresAt', "An expired package needs an 'expiresAt' in the past. Send when it ended.", {
      reason: 'contradiction',
    });
  }
  if (row.status === 'depleted' && remaining !== 0) {
    throw invalidParam('creditsRemaining', 'A depleted package has no credits left. Send 0, or another status.', {
      reason: 'contradiction',
    });
  }
  return { status: remaining === 0 ? 'depleted' : 'active', remaining };
};

/** The steps of storing every entry of the row's ledger. @throws Problem 400 when their sum is not what is left. */
function* insertLedger(
  tx: Tx,
  { id: packageId, clientId }: PackageRow,
  ledger: NonNullable<Row['ledger']>,
  remaining: number,
): Generator<void, void> {
  let balance = 0;
  for (const [index, entry] of ledger.entries()) {
    balance += entry.delta;
    if (balance !== entry.balance) {
      const message = `The entries up to here add up to ${balance}. Send the whole ledger.`;
      throw invalidParam(`ledger[${index}].balance`, message, { reason: 'contradiction' });
    }
    const { id, delta, reason, bookingId, staffId, note } = entry;
    if (typeof note === 'string') requireNotErased(tx, clientId, 'Leave out the notes.');
    appendToLedger(tx, { id, packageId, at: utc(entry.at), delta, balance, reason, bookingId, staffId, note });
    yield;
  }
  if (balance !== remaining) {
    throw invalidParam('ledger', `The ledger leaves ${balance} credits, but 'creditsRemaining' is ${remaining}.`, {
      reason: 'contradiction',
    });
  }
  Package.rows.update(tx, packageId, { creditsRemaining: remaining });
}

/** Adds the credits that were bought, and one entry for everything that happened to them before the import. */
const addTotal = (tx: Tx, row: PackageRow, total: number, remaining: number): void => {
  const at = backdated(tx, row.createdAt);
  const full = total === 0 ? row : addCredits(at, row, total, 'purchase');
  if (remaining !== total) addCredits(at, full, remaining - total, 'adjustment', { note: 'Before the import' });
};

/** Stores it with its ledger, in steps. @throws Problem 400 when status, dates and credits do not go together. */
export function* insertWithCredits(tx: Tx, record: PackageRow, row: Row): Generator<void, void> {
  const { creditsTotal: total } = record;
  const { status, remaining } = balanceOf(tx, record, remainingOf(row, total), row);
  const active: PackageRow = { ...record, status: 'active' };
  Package.rows.insert(tx, active);
  if (total !== null && remaining !== null) {
    const { ledger = [] } = row;
    if (ledger.length === 0) addTotal(tx, active, total, remaining);
    else yield* insertLedger(tx, record, ledger, remaining);
  }
  const creditsUsed = row.creditsUsed ?? Math.max(0, (total ?? 0) - (remaining ?? 0));
  const ended = status === 'expired' || status === 'cancelled' ? NO_RENEWAL : {};
  Package.rows.update(tx, record.id, { status, creditsUsed, ...ended, updatedAt: record.updatedAt });
}
