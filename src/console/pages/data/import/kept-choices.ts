import type { ImportedFamily } from '../../../base/families.ts';
import { keptHere } from '../../../base/storage.ts';
import type { Chosen, DateOrder, NameOrder, Words } from './import-api.ts';

/** What a person chose for a file besides its columns, which the server keeps. */
interface Choices {
  readonly dates?: DateOrder | undefined;
  readonly names?: NameOrder | undefined;
  readonly words: Words;
  readonly sharesEmail: boolean;
}

const NONE: Choices = { words: {}, sharesEmail: false };

const keyOf = (family: ImportedFamily): string => `import-choices:${family}`;

/** The choices of the last check in this browser, for a file with the same headings: another one may write dates otherwise. */
export const keptChoices = ({ family, headings }: Chosen): Choices => {
  const kept = JSON.parse(keptHere.get(keyOf(family)) ?? '{}');
  return kept.headings === headings ? { ...NONE, ...kept } : NONE;
};

export const keepChoices = ({ family, headings }: Chosen, choices: Choices): void =>
  keptHere.set(keyOf(family), JSON.stringify({ ...choices, headings }));
