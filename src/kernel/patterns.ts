import { type StringOptions, Type } from '@sinclair/typebox';

/** What a text of a pattern must be, by the pattern. */
const requirements = new Map<string, string>();

/**
 * A text that matches a pattern. A pattern begins with `^` and repeats nothing without an end, so that it reads no more of a
 * text than a valid one has: it runs also on a text that is longer than `maxLength`.
 * @param requirement the pattern in words, for the error after the name of the field: `must be four digits`.
 */
export const matching = (pattern: string, requirement: string, options: StringOptions = {}) => {
  requirements.set(pattern, requirement);
  return Type.String({ pattern, ...options });
};

/** What a text of a pattern must be, as passed to `matching`; else the pattern. */
export const patternRequirement = (pattern: string): string => requirements.get(pattern) ?? `must match ${pattern}`;
