import { existsSync, readFileSync } from 'node:fs';
import { nearest } from '../kernel/nearest.ts';
import type { Kind } from './types.ts';
import { UsageError } from './usage-error.ts';

/** Where a value came from; a STUDIOD_X_FILE counts as the environment. */
export type Source = 'default' | 'file' | 'env' | 'flag';

/** What the outside world says about the settings. */
export interface Given {
  /** Flags of the command line by setting name; a flag without a value is 'true'. */
  readonly flags: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The settings file that was named; absent, `studiod.toml` of the working directory is read where there is one. */
  readonly file?: string | undefined;
}

interface Entry {
  readonly kind: Kind<unknown>;
  readonly fallback: unknown;
}

/** The value of every setting, and where it came from. */
export interface Sought {
  readonly values: Readonly<Record<string, unknown>>;
  readonly sources: Readonly<Record<string, Source>>;
}

const PREFIX = 'STUDIOD_';
const DEFAULT_FILE = 'studiod.toml';

const withDashes = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `publicUrl` -> `public-url`, the flag and the key in studiod.toml (where `public_url` is the same). */
export const flagName = (name: string): string => withDashes(name);

/** `publicUrl` -> `STUDIOD_PUBLIC_URL`. */
export const environmentName = (name: string): string => PREFIX + withDashes(name).replaceAll('-', '_').toUpperCase();

const readText = (path: string, asked: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${asked} names ${path}, which cannot be read: ${(error as Error).message}`);
  }
};

/** The keys of the settings file, all values as text. */
const fileValues = (named: string | undefined): Map<string, string> => {
  if (named === undefined && !existsSync(DEFAULT_FILE)) return new Map();
  const path = named ?? DEFAULT_FILE;
  const content = readText(path, '--config');
  let parsed: object;
  try {
    parsed = Bun.TOML.parse(content);
  } catch (error) {
    throw new Error(`${path} is not TOML: ${(error as Error).message}`);
  }
  return new Map(
    Object.entries(parsed).map(([key, value]) => [
      key.replaceAll('_', '-'),
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  );
};

/** The value of STUDIOD_X, or the content of the file that STUDIOD_X_FILE names; an empty variable counts as not set. */
const environmentValue = (environment: Given['environment'], name: string): string | undefined => {
  if (environment[name]) return environment[name];
  const file = environment[`${name}_FILE`];
  return file ? readText(file, `${name}_FILE`).trim() : undefined;
};

const near = (name: string, known: readonly string[], prefix = ''): string => {
  const meant = nearest(
    name.slice(prefix.length),
    known.map((each) => each.slice(prefix.length)),
  );
  return meant === undefined ? '' : ` Did you mean '${prefix}${meant}'?`;
};

const unknownNames = (names: readonly string[], given: Given, inFile: Map<string, string>): string[] => {
  const variables = names.map(environmentName);
  const keys = names.map(flagName);
  const isStrange = (variable: string) =>
    variable.startsWith(PREFIX) && !variables.includes(variable) && !variables.includes(variable.replace(/_FILE$/, ''));
  return [
    ...Object.keys(given.environment)
      .filter(isStrange)
      .map((variable) => `There is no setting ${variable}.${near(variable, variables, PREFIX)}`),
    ...[...inFile.keys()]
      .filter((key) => !keys.includes(key))
      .map((key) => `${given.file ?? DEFAULT_FILE}: there is no setting '${key}'.${near(key, keys)}`),
  ];
};

/** The text of one setting from the source that goes first, or undefined where its default holds. */
const textOf = (name: string, given: Given, inFile: Map<string, string>): [Source, string, string] | undefined => {
  const flag = given.flags[name];
  if (flag !== undefined) return ['flag', `--${flagName(name)}`, flag];
  const variable = environmentValue(given.environment, environmentName(name));
  if (variable !== undefined) return ['env', environmentName(name), variable];
  const key = inFile.get(flagName(name));
  return key === undefined ? undefined : ['file', `${given.file ?? DEFAULT_FILE}: '${flagName(name)}'`, key];
};

/**
 * Looks every entry of `table` up in its sources.
 * @throws UsageError naming everything that is wrong, one line each.
 */
export const sought = (table: Readonly<Record<string, Entry>>, given: Given): Sought => {
  const names = Object.keys(table);
  const values: Record<string, unknown> = {};
  const sources: Record<string, Source> = {};
  const wrong: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      wrong.push((error as Error).message);
      return undefined;
    }
  };
  const inFile = attempt(() => fileValues(given.file)) ?? new Map<string, string>();
  wrong.push(...unknownNames(names, given, inFile));
  for (const [name, { kind, fallback }] of Object.entries(table)) {
    attempt(() => {
      const [source, label, text] = textOf(name, given, inFile) ?? ['default' as const, '', ''];
      sources[name] = source;
      values[name] = source === 'default' ? fallback : parsed(kind, label, text);
    });
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  return { values, sources };
};

const parsed = (kind: Kind<unknown>, label: string, text: string): unknown => {
  try {
    return kind.parse(text);
  } catch (error) {
    throw new Error(`${label} ${(error as Error).message}.`);
  }
};
