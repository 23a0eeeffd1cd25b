import type { ImportedFamily } from '../../../base/families.ts';
import { keptHere } from '../../../base/storage.ts';
import type { DateOrder, NameOrder, Words } from './import-api.ts';

/** What a person chose for a file besides its columns, which the server keeps. */
interface Choices {
  readonly dates?: DateOrder | undefined;
  readonly names?: NameOrder | undefined;
  readonly words: Words;
  readonly sharesEmail: boolean;
}

const NONE: Choices = { words: {}, sharesEmail: false };

const keyOf = (family: ImportedFamily): string => `import-choices:${family}`;

/** The choices of the last check of such a file in this browser. */
export const keptChoices = (family: ImportedFamily): Choices => ({
  ...NONE,
  ...JSON.parse(keptHere.get(keyOf(family)) ?? '{}'),
});

export const keepChoices = (family: ImportedFamily, choices: Choices): void =>
  keptHere.set(keyOf(family), JSON.stringify(choices));
