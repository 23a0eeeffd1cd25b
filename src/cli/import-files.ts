import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../config/usage-error.ts';
import type { FileFormat } from '../http/operations/files.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { importFamilies } from '../resources/imports/families.ts';
import type { ImportFamily } from '../resources/imports/importers/family.ts';

export interface SourceFile {
  readonly path: string;
  readonly family: ImportFamily;
  readonly format: FileFormat;
}

const names = importFamilies.map(({ name }) => name);

const formatOf = (path: string): FileFormat | undefined => {
  const extension = /\.(csv|json)$/i.exec(path)?.[1]?.toLowerCase();
  return extension === 'csv' || extension === 'json' ? extension : undefined;
};

/** The family in the name of a file: `clients.csv`, or `clients-2024.csv`. */
const familyInName = (path: string, families: readonly { readonly name: string }[]): string | undefined => {
  const [, first = ''] = /^([a-z]+(?:_[a-z]+)*)[^a-z]/.exec(basename(path).toLowerCase()) ?? [];
  const named = families.filter(({ name }) => first === name || first.startsWith(`${name}_`));
  return named.find(({ name }) => named.every((other) => other.name.length <= name.length))?.name;
};

const findFamily = (name: string): ImportFamily => {
  const family = importFamilies.find((each) => each.name === name);
  if (family !== undefined) return family;
  throw new UsageError(`Unknown family '${name}'.${didYouMean(name, names)} Choose one of: ${names.join(', ')}.`);
};

const oneFile = (path: string, given: string | undefined): SourceFile => {
  const format = formatOf(path);
  if (format === undefined) throw new UsageError(`The name of ${path} must end in .csv or .json.`);
  const name = given ?? familyInName(path, importFamilies);
  if (name === undefined) {
    throw new UsageError(`Missing family for ${path}. Set --family to one of: ${names.join(', ')}.`);
  }
  return { path, family: findFamily(name), format };
};

/** The files of a directory. Of a family in both formats the JSON is used, since CSV cannot distinguish null from empty. */
const inDirectory = (directory: string): readonly SourceFile[] => {
  const paths = readdirSync(directory)
    .filter((name) => formatOf(name) !== undefined)
    .sort()
    .map((name) => join(directory, name));
  const asJson = (path: string) => path.replace(/\.csv$/i, '.json');
  const used = paths.filter((path) => asJson(path) === path || !paths.includes(asJson(path)));
  const sources = importFamilies.flatMap((family) =>
    used.flatMap((path): SourceFile[] => {
      const format = formatOf(path);
      return format !== undefined && familyInName(path, importFamilies) === family.name
        ? [{ path, family, format }]
        : [];
    }),
  );
  const unknown = used.filter((path) => familyInName(path, importFamilies) === undefined);
  if (unknown.length > 0) {
    throw new UsageError(`${unknown.join(', ')}: name each file after what it contains: ${names.join(', ')}.`);
  }
  if (sources.length === 0) {
    throw new UsageError(
      `There is no CSV or JSON file to import in ${directory}. Name each file after what it contains, such as clients.csv.`,
    );
  }
  return sources;
};

/**
 * The files that an argument names, so ordered that records come before those that refer to them.
 * @throws UsageError when there are none, or their names do not say what they contain.
 */
export const filesToImport = (argument: string, family: string | undefined): readonly SourceFile[] => {
  const path = resolve(argument);
  if (!existsSync(path)) throw new UsageError(`There is no file or directory ${path}.`);
  if (!statSync(path).isDirectory()) return [oneFile(path, family)];
  if (family !== undefined)
    throw new UsageError('--family works with a single file only. In a directory, file names set the family.');
  return inDirectory(path);
};
