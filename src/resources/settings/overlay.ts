const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` laid on `base`: objects merge field by field, every other value replaces. */
export const overlay = (base: unknown, over: unknown): unknown => {
  if (!isObject(base) || !isObject(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(over)) result[field] = overlay(base[field], value);
  return result;
};
