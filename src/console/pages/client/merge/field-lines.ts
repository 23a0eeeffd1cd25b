import { useFieldWords } from '../edit/field-words.ts';

/** Fields whose values say nothing to the desk: their names alone are shown. */
const NAMED = ['photoUrl', 'metadata', 'referredByClientId'];
/** Fields that follow from others. */
const HIDDEN = ['archivedAt', 'marketingConsent.updatedAt'];

/** The fields of a client that a merge changes or drops, a line for each. */
export const useFieldLines = () => {
  const { nameOf, shownOf } = useFieldWords();
  const linesOf = (fields: Readonly<Record<string, unknown>>, parent = ''): string[] =>
    Object.entries(fields).flatMap(([name, value]) => {
      const path = parent === '' ? name : `${parent}.${name}`;
      if (value === null || HIDDEN.includes(path)) return [];
      if (NAMED.includes(path)) return [nameOf(path)];
      if (Array.isArray(value)) return [`${nameOf(path)}: ${value.join(', ')}`];
      if (typeof value === 'object') return linesOf({ ...value }, path);
      return [`${nameOf(path)}: ${shownOf(path, typeof value === 'boolean' ? value : String(value))}`];
    });
  return linesOf;
};
