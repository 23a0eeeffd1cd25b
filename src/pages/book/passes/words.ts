import { localDateAt } from '../../../kernel/local-time.ts';
import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import { timezoneOf } from '../../../resources/sites/queries.ts';
import { billingDayAfter } from '../../../resources/validity.ts';
import type { BookContext } from '../layout.ts';
import { passFormats } from './pass-of.ts';

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
  { t, read }: BookContext,
  { autoRenews, end, billingDay, expiresAt, siteId }: MemberPackageResponse,
): string | undefined => {
  if (!autoRenews || end !== null || billingDay === null || expiresAt === null) return undefined;
  // A freeze or the desk may have moved the end since the last renewal.
  const day = billingDayAfter(localDateAt(Date.parse(expiresAt), timezoneOf(read, siteId)), billingDay);
  return day > 28 ? t('book.shortMonths', { day }) : undefined;
};

interface Charges {
  readonly renewalsLeft: number;
  /** Of all of them, in minor units. */
  readonly amount: number;
  readonly currency: string;
}

export const chargesText = ({ t, formats }: BookContext, { renewalsLeft, amount, currency }: Charges): string =>
  renewalsLeft === 0 || amount === 0
    ? t('passes.noMoreCharges')
    : t('passes.moreCharges', { count: renewalsLeft, total: formats.money(amount, currency) });

export const endOfPass = (context: BookContext, pass: MemberPackageResponse): string => {
  const { t } = context;
  const formats = passFormats(context, pass);
  const { status, end, autoRenews, nextRenewalAt, expiresAt } = pass;
  if (status === 'cancelled' || status === 'expired') return t('passes.over');
  if (end !== null && end.endsAt !== null) return t('passes.endsOn', { date: formats.date(end.endsAt) });
  if (autoRenews && nextRenewalAt !== null) return t('passes.renewsOn', { date: formats.date(nextRenewalAt) });
  return expiresAt === null ? t('passes.noEnd') : t('passes.until', { date: formats.date(expiresAt) });
};
