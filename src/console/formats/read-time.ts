/** A time of day in a form: HH:mm. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** `9`, `9:30`, `9.30`, `9h30`, `930`, `18 uhr 30`, each with am or pm behind it. */
const SPLIT = /^(\d{1,2})(?:(?:[:.h]|uhr)(\d{2})?)?(?:uhr|h)?([ap])?$/;
const JOINED = /^(\d{1,2})(\d{2})(?:h|uhr)?([ap])?$/;

export interface ReadTime {
  /** HH:mm */
  readonly time: string;
  /** Whether the half of the day was said, or can only be one. */
  readonly isSure: boolean;
}

/**
 * A time of day as people write it; undefined where it is none. Without `am` or `pm` it is read by 24 hours.
 * @param typed `9:30`, `9:30 am`, `930`, `9.30`, `9`, `18h30`
 */
export const readTime = (typed: string): ReadTime | undefined => {
  const text = typed
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/([ap])\.?m\.?$/, '$1');
  const [, hours, minutes = '00', half] = SPLIT.exec(text) ?? JOINED.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const whole = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  const time = `${String(whole).padStart(2, '0')}:${minutes}`;
  if (!isTime(time)) return undefined;
  return { time, isSure: half !== undefined || hour > 12 || hour === 0 || hours.startsWith('0') };
};
