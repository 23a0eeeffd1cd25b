import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configure, settingNames, settings } from '../../config/settings.ts';
import { environmentName, flagName, type ServiceInputs, settingsFileOf } from '../../config/sources.ts';
import { UsageError } from '../../config/usage-error.ts';
import { errorCode, errorMessage } from '../../kernel/errors.ts';
import { SERVICE } from './unit.ts';
import { parseEnvironmentFile, readUnit, type UnitSection, wordsOf } from './unit-files.ts';

/** Whether a file exists. @throws Error when this user may not know it. */
const exists = (path: string): boolean => {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw error;
  }
};

const environmentFilesOf = (unit: UnitSection, root: string): string[] =>
  (unit.get('EnvironmentFile') ?? []).map((path) => join(root, path.replace(/^-/, ''))).filter(exists);

const variablesOf = (unit: UnitSection, files: readonly string[]): Record<string, string> => {
  const words = (unit.get('Environment') ?? []).flatMap(wordsOf);
  const own = words.flatMap((word) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    return name === '' ? [] : [[name, value] as const];
  });
  const read = files.map((path) => parseEnvironmentFile(readFileSync(path, 'utf8')));
  return Object.assign(Object.fromEntries(own), ...read);
};

/** The flags of `serve` in `ExecStart=` that set something, and its settings file. */
const flagsIn = (unit: UnitSection, variables: Readonly<Record<string, string>>) => {
  const [, , ...words] = wordsOf(unit.get('ExecStart')?.at(-1) ?? '').map((word) =>
    word.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (_, braced, bare) =>
      (braced ?? bare) === undefined ? '$' : (variables[braced ?? bare] ?? ''),
    ),
  );
  const flags: Record<string, string> = {};
  let file: string | undefined;
  for (const [index, word] of words.entries()) {
    const [, flag = '', attached] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const value = attached ?? words[index + 1] ?? '';
    const name = settingNames.find((each) => flagName(each) === flag);
    if (name !== undefined) flags[name] = settings[name].type.placeholder === '' ? (attached ?? 'true') : value;
    if (flag === 'config') file = value;
  }
  return { flags, file };
};

/** Where the socket unit listens, which counts more than the settings of the server. */
const listenFlags = (root: string): Record<string, string> => {
  const [, host = '::', port] =
    /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(readUnit(root, SERVICE.socket, 'Socket')?.get('ListenStream')?.at(0) ?? '') ?? [];
  return port === undefined ? {} : { host, port };
};

const sameFolder = (one: string, other: string): boolean => {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return resolve(path);
    }
  };
  return real(one) === real(other);
};

interface Found {
  readonly inputs: ServiceInputs;
  readonly files: readonly string[];
}

/** The settings of the service that is installed below a root directory, as its unit and their files say. */
const findService = (root: string): Found | undefined => {
  const unit = readUnit(root, SERVICE.unit, 'Service');
  if (unit === undefined) return undefined;
  let place: string = SERVICE.unit;
  try {
    const files = environmentFilesOf(unit, root);
    place = files.join(', ');
    const variables = variablesOf(unit, files);
    const { flags, file } = flagsIn(unit, variables);
    const directory = join(root, unit.get('WorkingDirectory')?.at(-1)?.replace(/^-/, '') ?? '/');
    const names = Object.keys(variables).filter((name) => name.startsWith('STUDIOD_'));
    const environment = Object.fromEntries(names.map((name) => [name, variables[name]]));
    const inputs = { directory, environment, flags: { ...flags, ...listenFlags(root) }, file };
    const settingsFile = settingsFileOf({ flags: {}, environment: {}, service: inputs });
    place = settingsFile;
    return { inputs, files: exists(settingsFile) ? [...files, settingsFile] : files };
  } catch (error) {
    throw new UsageError(
      `The settings of ${SERVICE.unit} cannot be read: ${place}: ${errorMessage(error)}. Run this with sudo, let user ` +
        `${SERVICE.user} read the file, or name another one with --config.`,
    );
  }
};

const dataOf = (service: ServiceInputs): string | undefined => {
  try {
    return configure({ flags: {}, environment: {}, service }).config.data;
  } catch {
    // Someone gets the error who takes these settings.
    return undefined;
  }
};

interface Named {
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: string | undefined;
}

/**
 * The settings of the installed service, for a verb of the command line: without them it would look at other data than the
 * server, or call settings good that the server does not have.
 * @param root the root directory of the machine
 * @returns undefined where no service is installed, or where a settings file is named; `inputs` is undefined where another
 * data directory is named. `says` is for the first line of stderr.
 * @throws UsageError when this user may not read the settings.
 */
export const serviceFor = (
  root: string,
  { settings: given, environment, file }: Named,
): { inputs: ServiceInputs | undefined; says: string } | undefined => {
  if (file !== undefined) return undefined;
  const named = given.data ?? environment[environmentName('data')];
  const namedBy = given.data === undefined ? environmentName('data') : '--data';
  const other = {
    inputs: undefined,
    says: `ignoring the settings of ${SERVICE.unit}, because ${namedBy} names other data`,
  };
  let found: Found | undefined;
  try {
    found = findService(root);
  } catch (error) {
    if (named === undefined || sameFolder(named, join(root, SERVICE.data))) throw error;
    return other;
  }
  if (found === undefined) return undefined;
  const data = dataOf(found.inputs);
  if (named !== undefined && (data === undefined || !sameFolder(named, data))) return other;
  const { files, inputs } = found;
  const places = files.length === 0 ? '' : `: ${files.join(', ')}`;
  return {
    inputs,
    says: `using the settings of ${SERVICE.unit}${places}${data === undefined ? '' : `; data ${data}`}`,
  };
};
