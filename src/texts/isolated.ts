/** Letters that are written from right to left, and characters that turn the direction of what follows. */
const TURNING = /[\u0590-\u08FF\u202A-\u202E\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Isolates of others, which could end the one around them. */
const ISOLATES = /[\u2066-\u2069]/g;

/** A value as it stands in a sentence: a Hebrew or Arabic name moves neither what comes after it nor its own full stop. */
export const isolated = (value: string): string =>
  TURNING.test(value) ? `\u2068${value.replace(ISOLATES, '')}\u2069` : value;

/** The values of a text as they stand in it. */
export const isolatedValues = <Value extends string | number>(
  values: Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value | string>> | undefined => {
  if (values === undefined) return undefined;
  const turning = Object.entries(values).filter(([, value]) => typeof value === 'string' && TURNING.test(value));
  if (turning.length === 0) return values;
  return { ...values, ...Object.fromEntries(turning.map(([name, value]) => [name, isolated(String(value))])) };
};

/** Fills the places of a text that has nothing but names in braces. */
export const fillNames = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ''));
