import { settings } from '../config/settings.ts';
import { environmentName, flagName } from '../config/sources.ts';
import { flagsOf } from './arguments.ts';
import type { Flag, Verb } from './verb.ts';

const usageOf = (flag: Flag): string => (flag.value === undefined ? `--${flag.name}` : `--${flag.name} ${flag.value}`);

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** The help of a flag; that of a setting includes its environment variable and its default. */
const helpOf = (verb: Verb, flag: Flag): string => {
  const name = verb.settings.find((each) => flagName(each) === flag.name);
  if (name === undefined) return flag.help;
  const { default: initial } = settings[name];
  const suffix = typeof initial === 'string' || typeof initial === 'number' ? `; default ${initial}` : '';
  return `${flag.help} (${environmentName(name)}${suffix})`;
};

/** The help of one verb. */
export const verbHelp = (verb: Verb): string => {
  const args = verb.args === undefined ? '' : ` ${verb.args}`;
  const rows = flagsOf(verb).map((flag): [string, string] => [usageOf(flag), helpOf(verb, flag)]);
  return `studiod ${verb.name}${args}: ${verb.summary}\n\n${columns(rows)}\n\nExample: ${verb.example}`;
};

/** The help of `studiod`, or of a word that several verbs begin with. */
export const listHelp = (title: string, verbs: readonly { name: string; summary: string }[]): string => {
  const rows = verbs.map(({ name, summary }): [string, string] => [`studiod ${name}`, summary]);
  return `${title}\n\n${columns(rows)}\n\nFor the flags of a verb: studiod ${verbs[0]?.name} --help`;
};
