import { settings } from '../config/settings.ts';
import { environmentName, flagName } from '../config/sources.ts';
import { flagsOf } from './arguments.ts';
import { type Entry, entries, GROUPS } from './entries.ts';
import { plain, type Style } from './style.ts';
import type { Flag, Verb } from './verb.ts';

const usageOf = (flag: Flag): string => (flag.value === undefined ? `--${flag.name}` : `--${flag.name} ${flag.value}`);

type Row = readonly [left: string, right: string];

const columns = (rows: readonly Row[], { cyan }: Style, width = Math.max(...rows.map(([left]) => left.length))) =>
  rows.map(([left, right]) => `  ${cyan(left.padEnd(width))}  ${right}`).join('\n');

const helpOf = (verb: Verb, flag: Flag): string => {
  const name = verb.settings?.find((each) => flagName(each) === flag.name);
  if (name === undefined) return flag.help;
  const { default: initial } = settings[name];
  const suffix = typeof initial === 'string' || typeof initial === 'number' ? `; default ${initial}` : '';
  return `${flag.help} (${environmentName(name)}${suffix})`;
};

export const verbHelp = (verb: Verb, style: Style = plain): string => {
  const args = verb.args === undefined ? '' : ` ${verb.args}`;
  const rows = flagsOf(verb).map((flag): Row => [usageOf(flag), helpOf(verb, flag)]);
  const title = style.bold(`studiod ${verb.name}${args}`);
  return `${title}: ${verb.summary}\n\n${columns(rows, style)}\n\nExample: ${verb.example}`;
};

export const listHelp = (style: Style): string => {
  const width = Math.max(...entries.map(({ name }) => name.length));
  const groups = Object.entries(GROUPS).map(([group, own]) => {
    const rows = own.map(({ name, summary }): Row => [name, summary]);
    return `${style.bold(group)}\n${columns(rows, style, width)}`;
  });
  const title = `${style.bold('studiod')}: software for a fitness studio in one executable`;
  return [title, ...groups, "Run 'studiod COMMAND --help' for more about a command."].join('\n\n');
};

export const groupHelp = ({ name, summary }: Entry, verbs: readonly Verb[], style: Style): string => {
  const rows = verbs.map((verb): Row => [verb.name, verb.summary]);
  const title = `${style.bold(`studiod ${name}`)}: ${summary}`;
  const more = `Run 'studiod ${name} COMMAND --help' for more about a command.`;
  return `${title}\n\n${columns(rows, style)}\n\n${more}\n\nExample: ${verbs[0]?.example}`;
};
