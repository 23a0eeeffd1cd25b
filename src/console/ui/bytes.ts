import { numberFormat } from '../../kernel/locale-formats.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size as people say it: 12 MB. */
export const sizeText = (bytes: number, locale: string): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = UNITS[power] ?? 'byte';
  const value = bytes / 1_000 ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(value);
};
