import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../config/usage-error.ts';
import type { FileFormat } from '../http/operations/files.ts';
import { didYouMean } from '../kernel/nearest.ts';
import { exportFamilies } from '../resources/exports/families.ts';
import { importFamilies } from '../resources/imports/families.ts';
import type { ImportFamily } from '../resources/imports/importers/family.ts';

/** A file to import. */
export interface SourceFile {
  readonly path: string;
  readonly family: ImportFamily;
  readonly format: FileFormat;
}

/** What an import is about: its files in the order in which they refer to one another, and what stays outside. */
export interface Sources {
  readonly sources: readonly SourceFile[];
  readonly others: readonly string[];
}

const names = importFamilies.map(({ name }) => name);

const formatOf = (path: string): FileFormat | undefined => {
  const [, ending] = /\.(csv|json)$/i.exec(path) ?? [];
  return ending?.toLowerCase() as FileFormat | undefined;
};

/** The family that a file is called after: `clients.csv`, or `clients-2024.csv`. */
const calledAfter = (path: string, among: readonly { readonly name: string }[]): string | undefined => {
  const [, first] = /^([a-z]+)[^a-z]/.exec(basename(path).toLowerCase()) ?? [];
  return among.find(({ name }) => name === first)?.name;
};

const familyNamed = (name: string): ImportFamily => {
  const family = importFamilies.find((each) => each.name === name);
  if (family !== undefined) return family;
  throw new UsageError(
    `There is no family '${name}' to import.${didYouMean(name, names)} There are: ${names.join(', ')}.`,
  );
};

const oneFile = (path: string, asked: string | undefined): SourceFile => {
  const format = formatOf(path);
  if (format === undefined) throw new UsageError(`${path} is called neither .csv nor .json. Rename it.`);
  const name = asked ?? calledAfter(path, importFamilies);
  if (name === undefined) throw new UsageError(`What does ${path} hold? Say it with --family: ${names.join(', ')}.`);
  return { path, family: familyNamed(name), format };
};

/** In a directory with both forms of a family the JSON is taken, since it tells null from nothing. */
const inDirectory = (directory: string): Sources => {
  const paths = readdirSync(directory)
    .filter((name) => formatOf(name) !== undefined)
    .sort()
    .map((name) => join(directory, name));
  const twin = (path: string) => path.replace(/\.csv$/i, '.json');
  const kept = paths.filter((path) => twin(path) === path || !paths.includes(twin(path)));
  const sources = importFamilies.flatMap((family) =>
    kept
      .filter((path) => calledAfter(path, importFamilies) === family.name)
      .map((path): SourceFile => ({ path, family, format: formatOf(path) as FileFormat })),
  );
  const others = kept.filter((path) => calledAfter(path, importFamilies) === undefined);
  const strange = others.filter((path) => calledAfter(path, exportFamilies) === undefined);
  if (strange.length > 0) {
    throw new UsageError(`${strange.join(', ')}: call each file after what it holds: ${names.join(', ')}.`);
  }
  if (sources.length === 0) throw new UsageError(`There is nothing to import in ${directory}.`);
  return { sources, others };
};

/**
 * The files that a word of the command line means.
 * @throws UsageError when there are none, or it is not plain what they hold.
 */
export const filesToImport = (word: string, family: string | undefined): Sources => {
  const path = resolve(word);
  if (!existsSync(path)) throw new UsageError(`There is no file or directory ${path}.`);
  if (!statSync(path).isDirectory()) return { sources: [oneFile(path, family)], others: [] };
  if (family !== undefined) throw new UsageError('--family is for one file. The files of a directory say it by name.');
  return inDirectory(path);
};
