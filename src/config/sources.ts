import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closestName } from '../kernel/did-you-mean.ts';
import { errorMessage } from '../kernel/errors.ts';
import { path as pathType, type SettingType } from './types.ts';
import { UsageError } from './usage-error.ts';

/** Where a value comes from; a STUDIOD_X_FILE counts as the environment. */
export type SettingSource = 'default' | 'file' | 'env' | 'flag';

/** What an installed service gives its server. A verb takes it where its own flags and environment have nothing. */
export interface ServiceInputs {
  readonly flags: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Its working directory: `studiod.toml` is there, and its paths begin there. */
  readonly directory: string;
  /** The settings file that its flags name. */
  readonly file: string | undefined;
}

export interface Inputs {
  /** Flags of the command line by setting name; a flag without a value is 'true'. */
  readonly flags: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The path of the settings file; when absent, `studiod.toml` of the working directory, if there is one; null for none. */
  readonly file?: string | null | undefined;
  readonly service?: ServiceInputs | undefined;
}

interface Entry {
  readonly type: SettingType<unknown>;
  readonly default: unknown;
}

const PREFIX = 'STUDIOD_';
const DEFAULT_FILE = 'studiod.toml';

/** `publicUrl` -> `public-url`, the flag and the key in studiod.toml (where `public_url` is the same). */
export const flagName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const environmentName = (name: string): string => PREFIX + flagName(name).replaceAll('-', '_').toUpperCase();

const readText = (path: string, namedBy: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${namedBy} names ${path}, which cannot be read: ${errorMessage(error)}`);
  }
};

/** The path of the settings file, which need not exist. */
export const settingsFileOf = ({ file, service }: Inputs): string => {
  if (typeof file === 'string' || service === undefined) return file ?? DEFAULT_FILE;
  return join(service.directory, service.file ?? DEFAULT_FILE);
};

/** The settings file, if there is one. */
const findFile = (inputs: Inputs): string | undefined => {
  const path = settingsFileOf(inputs);
  if (inputs.file === null) return undefined;
  if (inputs.file !== undefined || inputs.service?.file !== undefined) return path;
  return existsSync(path) ? path : undefined;
};

const readFile = (path: string | undefined): Map<string, string> => {
  if (path === undefined) return new Map();
  const content = readText(path, '--config');
  let parsed: object;
  try {
    parsed = Bun.TOML.parse(content);
  } catch (error) {
    throw new Error(`${path} is not TOML: ${errorMessage(error)}`);
  }
  return new Map(
    Object.entries(parsed).map(([key, value]) => [
      key.replaceAll('_', '-'),
      Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
};

/** What Kubernetes and docker links write for a service named studiod (appliance.md "Configuration"). */
const INJECTED = /^STUDIOD_(?:.*_)?(?:SERVICE_HOST|SERVICE_PORT.*|PORT_\d+_(?:TCP|UDP).*)$/;
const isInjected = (name: string, value: string | undefined): boolean =>
  INJECTED.test(name) || (/^STUDIOD_(?:.*_)?PORT$/.test(name) && /^(?:tcp|udp):\/\//.test(value ?? ''));

/** The environment without the variables that Kubernetes and docker links write, and the names of those variables. */
const withoutInjected = (environment: Inputs['environment']) => {
  const ignored = Object.keys(environment).filter((name) => isInjected(name, environment[name]));
  const kept = Object.entries(environment).filter(([name]) => !ignored.includes(name));
  return { environment: ignored.length === 0 ? environment : Object.fromEntries(kept), ignored };
};

/** The value of STUDIOD_X, or the content of STUDIOD_X_FILE, from `directory` on. An empty variable is not set. */
const readVariable = (environment: Inputs['environment'], name: string, directory = ''): string | undefined => {
  if (environment[name]) return environment[name];
  const file = environment[`${name}_FILE`];
  return file ? readText(resolve(directory, file), `${name}_FILE`).trim() : undefined;
};

const suggestion = (name: string, names: readonly string[], prefix = ''): string => {
  const meant = closestName(
    name.slice(prefix.length),
    names.map((each) => each.slice(prefix.length)),
  );
  return meant === undefined ? '' : ` Did you mean '${prefix}${meant}'?`;
};

/** A message for each variable and key that is not a setting. */
const unknownNames = (names: readonly string[], inputs: Inputs, fileValues: Map<string, string>): string[] => {
  const variables = names.map(environmentName);
  const keys = names.map(flagName);
  const isUnknown = (variable: string) =>
    variable.startsWith(PREFIX) && !variables.includes(variable) && !variables.includes(variable.replace(/_FILE$/, ''));
  return [
    ...Object.keys({ ...inputs.service?.environment, ...inputs.environment })
      .filter(isUnknown)
      .map((variable) => `Unknown setting ${variable}.${suggestion(variable, variables, PREFIX)}`),
    ...[...fileValues.keys()]
      .filter((key) => !keys.includes(key))
      .map((key) => `${settingsFileOf(inputs)}: unknown setting '${key}'.${suggestion(key, keys)}`),
  ];
};

interface Found {
  readonly source: SettingSource;
  /** Names the source in messages. */
  readonly label: string;
  readonly text: string;
  /** Where a relative path begins; absent for the working directory. */
  readonly directory?: string | undefined;
}

/** The text of one setting from the flags or the environment, of this process or of the service. */
const findGiven = (name: string, { flags, environment, directory }: Partial<ServiceInputs>): Found | undefined => {
  const flag = flags?.[name];
  if (flag !== undefined) return { source: 'flag', label: `--${flagName(name)}`, text: flag, directory };
  const variable = readVariable(environment ?? {}, environmentName(name), directory);
  return variable === undefined
    ? undefined
    : { source: 'env', label: environmentName(name), text: variable, directory };
};

/** The text of one setting from the first source that has it; undefined for its default. */
const find = (name: string, inputs: Inputs, fileValues: Map<string, string>): Found | undefined => {
  const { flags, environment, service } = inputs;
  const given = findGiven(name, { flags, environment }) ?? (service && findGiven(name, service));
  if (given !== undefined) return given;
  const text = fileValues.get(flagName(name));
  if (text === undefined) return undefined;
  const label = `${settingsFileOf(inputs)}: '${flagName(name)}'`;
  return { source: 'file', label, text, directory: service?.directory };
};

const parse = (type: SettingType<unknown>, { label, text, directory }: Found): unknown => {
  try {
    const value = type.parse(text);
    return type === pathType && directory !== undefined ? resolve(directory, text) : value;
  } catch (error) {
    throw new Error(`${label} ${errorMessage(error)}.`);
  }
};

/** Resolves every entry from its sources. @throws UsageError with one line for each error. */
export const resolveSettings = (table: Readonly<Record<string, Entry>>, given: Inputs) => {
  const { environment, ignored } = withoutInjected(given.environment);
  const inputs = { ...given, environment };
  const names = Object.keys(table);
  const values: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  const errors: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      errors.push(errorMessage(error));
      return undefined;
    }
  };
  const path = findFile(inputs);
  const fileValues = attempt(() => readFile(path)) ?? new Map<string, string>();
  errors.push(...unknownNames(names, inputs, fileValues));
  for (const [name, entry] of Object.entries(table)) {
    attempt(() => {
      const found = find(name, inputs, fileValues);
      sources[name] = found?.source ?? 'default';
      const isPath = entry.type === pathType && typeof entry.default === 'string' && inputs.service !== undefined;
      const initial = isPath ? resolve(inputs.service?.directory ?? '', `${entry.default}`) : entry.default;
      values[name] = found === undefined ? initial : parse(entry.type, found);
    });
  }
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return { values, sources, ignored, path };
};
