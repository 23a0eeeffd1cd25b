import type { Transition } from '../../kernel/transitions.ts';
import type { PackageRow, PackageStatus } from './record.ts';

const EXPIRED = ['package_expired', 'This package has expired and can no longer be used. Sell a new one.'] as const;
const CANCELLED = ['package_already_cancelled', 'This package is already canceled.'] as const;

/** The transitions of rules.md "Package"; those between active and depleted follow from the balance of credits. */
export const verbs = {
  cancel: { to: 'cancelled', rejects: { expired: EXPIRED, cancelled: CANCELLED } },
  /** Freezing, adjusting and updating keep the status and need a package that is not over. */
  change: { to: 'active', rejects: { expired: EXPIRED, cancelled: CANCELLED } },
} as const satisfies Record<string, Transition<PackageStatus>>;

export type Expiring = PackageRow & { readonly expiresAt: string };

/** When it expires; a package that renews does so only some time after its renewal has failed permanently. */
export const expiryOf = ({ autoRenews, expiresAt, renewalEndsAt }: PackageRow): string | null =>
  autoRenews === 1 ? renewalEndsAt : expiresAt;

/** Whether a package has expired although its status column does not say so yet. */
export const isOverdue = (row: PackageRow, now: string): row is Expiring => {
  const end = expiryOf(row);
  return (row.status === 'active' || row.status === 'depleted') && row.expiresAt !== null && end !== null && end <= now;
};

export const statusAt = (row: PackageRow, now: string): PackageStatus => (isOverdue(row, now) ? 'expired' : row.status);
