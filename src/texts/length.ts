/** The length of a period, as texts take it; undefined for no end. */
export interface Length extends Readonly<Record<string, string | number>> {
  readonly count: number;
  readonly unit: 'day' | 'month';
}

interface Terms {
  readonly validityDays?: number | null | undefined;
  readonly validityMonths?: number | null | undefined;
}

/** For how long a plan is valid, or between two renewals. */
export const lengthOf = ({ validityDays, validityMonths }: Terms): Length | undefined => {
  if (validityMonths != null) return { count: validityMonths, unit: 'month' };
  return validityDays == null ? undefined : { count: validityDays, unit: 'day' };
};
