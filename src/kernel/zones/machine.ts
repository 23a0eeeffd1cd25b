import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../errors.ts';
import { namesByLowerCase, type ZoneRules } from './rules.ts';
import { readTzif, zoneOfTzif } from './tzif.ts';
import type { Zone } from './zone.ts';

/** The text of all rules, whose first line names the version. */
const TEXT = 'tzdata.zi';
const VERSION = /^# version (\d{4}[a-z]{1,2})\b/;
const FIRST_BYTES = 64;
/** When one of these cannot be read, the directory is damaged. */
const SAMPLES = ['Europe/London', 'America/New_York'];

/** What the machine has: its rules, or why they cannot be used. */
export interface MachineRules {
  readonly rules?: ZoneRules;
  readonly problem?: string;
}

interface Names {
  readonly names: readonly string[];
  /** The zone to which a link leads. */
  readonly targets: ReadonlyMap<string, string>;
}

/** `Z America/Vancouver -8:12:28 ...`, `L America/Vancouver Canada/Pacific` */
const namesOf = (text: string): Names => {
  const names: string[] = [];
  const targets = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [kind, first = '', second = ''] = line.split(' ', 3);
    if (kind === 'Z') names.push(first);
    else if (kind === 'L') {
      names.push(second);
      targets.set(second, first);
    }
  }
  return { names, targets };
};

const readZone = (directory: string, name: string): Zone => zoneOfTzif(readFileSync(join(directory, name)));

const tryZone = (directory: string, name: string | undefined): Zone | undefined => {
  try {
    return name === undefined ? undefined : readZone(directory, name);
  } catch {
    return undefined;
  }
};

/** Whether there is a file of a zone that is none. The clock is not made of it, which takes 10 ms. */
const isDamaged = (directory: string, name: string): boolean => {
  const path = join(directory, name);
  if (!existsSync(path)) return false;
  try {
    readTzif(readFileSync(path));
    return false;
  } catch {
    return true;
  }
};

const firstBytes = (path: string): string => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(FIRST_BYTES);
    return bytes.subarray(0, readSync(file, bytes)).toString();
  } finally {
    closeSync(file);
  }
};

/** About when a version was published: when its file was made, within the year that it names. */
const publishedAt = (version: string, madeAt: number): number => {
  const year = Number(version.slice(0, 4));
  return Math.min(Math.max(madeAt, Date.UTC(year, 0, 1)), Date.UTC(year, 11, 31));
};

/** The rules of this machine, in a directory such as /usr/share/zoneinfo. Never throws. */
export const machineRules = (directory: string): MachineRules => {
  const path = join(directory, TEXT);
  const read = (): string => readFileSync(path, 'utf8');
  try {
    const version = VERSION.exec(firstBytes(path))?.[1];
    if (version === undefined) return { problem: `the first line of ${path} names no version` };
    const damaged = SAMPLES.find((name) => isDamaged(directory, name));
    if (damaged !== undefined) return { problem: `${join(directory, damaged)} is damaged` };
    return {
      rules: {
        version,
        source: directory,
        publishedAt: publishedAt(version, statSync(path).mtimeMs),
        names: () => namesByLowerCase(namesOf(read()).names),
        // Some machines have the files of links in a package of their own.
        zone: (name) => tryZone(directory, name) ?? tryZone(directory, namesOf(read()).targets.get(name)),
        isDamaged: (name) => isDamaged(directory, name),
      },
    };
  } catch (error) {
    return { problem: existsSync(path) ? `${path} cannot be read: ${errorMessage(error)}` : `${path} is missing` };
  }
};
