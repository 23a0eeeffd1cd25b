import type { Verb } from '../../kernel/machine.ts';

export type PackageStatus = 'active' | 'expired' | 'depleted' | 'cancelled';

const EXPIRED = [
  'package_expired',
  'This package has expired, and nothing of it can be used any more. Sell a new one.',
] as const;
const CANCELLED = ['package_already_cancelled', 'This package is already cancelled. Nothing is left to do.'] as const;

/** The table of rules.md "Package". The verbs of credits (depleted at 0, active again) follow from the ledger. */
export const verbs = {
  cancel: { to: 'cancelled', refused: { expired: EXPIRED, cancelled: CANCELLED } },
  expire: { to: 'expired', refused: { cancelled: CANCELLED } },
  /** Freezing, adjusting and editing keep the state, and are refused when the package is over. */
  change: { to: 'active', refused: { expired: EXPIRED, cancelled: CANCELLED } },
} as const satisfies Record<string, Verb<PackageStatus>>;
