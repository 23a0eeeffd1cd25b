interface Renewing {
  readonly status: string;
  readonly autoRenews: boolean;
  readonly expiresAt: string | null;
  readonly nextRenewalAt: string | null;
}

/**
 * Since when the renewal of a package is unpaid: it has ended, and its card is charged again later. One that is being renewed
 * right now has no later charge.
 */
export const unpaidSince = (pack: Renewing, now: number): string | undefined => {
  const { status, autoRenews, expiresAt, nextRenewalAt } = pack;
  if (status !== 'active' || !autoRenews || expiresAt === null || nextRenewalAt === null) return undefined;
  return Date.parse(expiresAt) <= now && Date.parse(nextRenewalAt) > Date.parse(expiresAt) ? expiresAt : undefined;
};
