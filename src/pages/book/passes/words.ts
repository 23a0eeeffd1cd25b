import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import type { BookContext } from '../layout.ts';

/** What is left on a pass. */
export const leftOnPass = (
  { t }: BookContext,
  { creditsRemaining, creditsHeld, usageLimit }: MemberPackageResponse,
): string => {
  if (creditsRemaining !== null) return t('passes.left', { count: creditsRemaining, held: creditsHeld });
  if (usageLimit === null) return t('passes.anyClass');
  return t('passes.leftIn', { count: Math.max(0, usageLimit.count - usageLimit.used), period: usageLimit.period });
};

/** On which day of the month a pass renews, where some months are too short for it. */
export const renewalDayOfPass = (
  { t }: BookContext,
  { autoRenews, end, billingDay }: MemberPackageResponse,
): string | undefined =>
  autoRenews && end === null && billingDay !== null && billingDay > 28
    ? t('book.shortMonths', { day: billingDay })
    : undefined;

/** Until when a pass is good. */
export const endOfPass = ({ t, formats }: BookContext, pass: MemberPackageResponse): string => {
  const { status, end, autoRenews, nextRenewalAt, expiresAt } = pass;
  if (status === 'cancelled' || status === 'expired') return t('passes.over');
  if (end !== null && end.endsAt !== null) return t('passes.endsOn', { date: formats.date(end.endsAt) });
  if (autoRenews && nextRenewalAt !== null) return t('passes.renewsOn', { date: formats.date(nextRenewalAt) });
  return expiresAt === null ? t('passes.noEnd') : t('passes.until', { date: formats.date(expiresAt) });
};
