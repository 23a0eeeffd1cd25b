import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../migrations/', import.meta.url);

/**
 * The texts of the files in `migrations/` by their numbers, separated by NUL. This is a macro: the bundler runs it, and the
 * program contains its result. An array of texts would take ten times the space there.
 */
export const migrationTexts = (): string => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const texts = names.sort().map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
  return texts.join('\0');
};
