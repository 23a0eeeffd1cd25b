import { isMap } from '../../kernel/objects.ts';

/** The values that a column of a scope sets. */
export const valuesIn = (text: string): Record<string, unknown> => JSON.parse(text);

/** `over` laid on `base`: objects merge field by field, every other value replaces. */
export const overlay = (base: unknown, over: unknown): unknown =>
  isMap(base) && isMap(over) ? overlayFields(base, over) : over;

/** The fields of `base`, replaced by the fields of `over`. */
export const overlayFields = (base: object, over: object): object => {
  const result: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(over)) result[field] = overlay(result[field], value);
  return result;
};
