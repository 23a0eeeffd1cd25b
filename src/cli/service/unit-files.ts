import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE } from './unit.ts';

/** Where systemd looks for units; an earlier folder wins (systemd.unit(5)). */
const FOLDERS = [SERVICE.units, '/run/systemd/system', '/usr/local/lib/systemd/system', SERVICE.packagedUnits];

/** The paths of a unit and of its drop-ins, in the order in which they count. */
const filesOf = (root: string, unit: string): string[] => {
  const file = FOLDERS.map((folder) => join(root, folder, unit)).find(existsSync);
  if (file === undefined) return [];
  const dropIns = new Map<string, string>();
  for (const folder of FOLDERS.map((each) => join(root, each, `${unit}.d`))
    .filter(existsSync)
    .reverse()) {
    for (const name of readdirSync(folder)) if (name.endsWith('.conf')) dropIns.set(name, join(folder, name));
  }
  return [file, ...[...dropIns.keys()].sort().flatMap((name) => dropIns.get(name) ?? [])];
};

/** The lines of a section, without comments, with lines that end in a backslash joined. */
const linesOf = (text: string, section: string): string[] => {
  let isIn = false;
  const joined = text.replace(/^[#;].*\n?/gm, '').replace(/\\\n/g, ' ');
  return joined.split('\n').filter((line) => {
    if (!line.startsWith('[')) return isIn;
    isIn = line.trim() === `[${section}]`;
    return false;
  });
};

/** The values of each key of a section of a unit with its drop-ins; an empty value takes those before it away. */
export type UnitSection = ReadonlyMap<string, readonly string[]>;

/** A section of an installed unit; undefined where the unit is not installed, or is masked. */
export const readUnit = (root: string, unit: string, section: string): UnitSection | undefined => {
  const values = new Map<string, string[]>();
  for (const path of filesOf(root, unit)) {
    for (const line of linesOf(readFileSync(path, 'utf8'), section)) {
      const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (key !== '') values.set(key, value === '' ? [] : [...(values.get(key) ?? []), value]);
    }
  }
  return values.size === 0 ? undefined : values;
};

/** The words of a value in a unit: quotes and backslashes as in a shell, and `%%` for a percent sign. */
export const wordsOf = (value: string): string[] =>
  [...value.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|((?:\\.|[^\s\\])+)/g)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').replace(/\\(.)/g, '$1').replaceAll('%%', '%'),
  );

/** What a backslash makes of the next character between double quotes of an environment file. */
const unescaped = (text: string): string =>
  text.replace(/\\([\s\S])/g, (all, next) => {
    if (next === '\n') return '';
    return '"\\`$'.includes(next) ? next : all;
  });

/** `NAME=value` at the begin of a line: quoted pieces, then the rest of the line, whose end a backslash hides. */
const ASSIGNMENT =
  /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*')[ \t]*)*)((?:\\[\s\S]|[^\n\\])*)$/gm;

/** The variables of an environment file, as systemd reads it (systemd.exec(5), `EnvironmentFile=`). */
export const parseEnvironmentFile = (text: string): Record<string, string> => {
  const variables: Record<string, string> = {};
  for (const [, name = '', quoted = '', bare = ''] of text.replace(/^[ \t]*[#;].*$/gm, '').matchAll(ASSIGNMENT)) {
    const pieces = [...quoted.matchAll(/"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g)];
    const start = pieces
      .map(([, double, single]) => (double === undefined ? (single ?? '') : unescaped(double)))
      .join('');
    variables[name] = start + bare.trimEnd().replace(/\\([\s\S])/g, (_, next) => (next === '\n' ? '' : next));
  }
  return variables;
};
