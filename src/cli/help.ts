import { settings } from '../config/settings.ts';
import { environmentName, flagName } from '../config/sources.ts';
import { flagsOf } from './arguments.ts';
import type { Flag, Verb } from './verb.ts';

const shown = (flag: Flag): string => (flag.value === undefined ? `--${flag.name}` : `--${flag.name} ${flag.value}`);

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const defaultOf = (verb: Verb, flag: Flag): string => {
  const name = verb.settings.find((each) => flagName(each) === flag.name);
  if (name === undefined) return flag.help;
  const { fallback } = settings[name];
  const told = typeof fallback === 'string' || typeof fallback === 'number' ? `; default ${fallback}` : '';
  return `${flag.help} (${environmentName(name)}${told})`;
};

/** What `studiod VERB --help` prints. */
export const verbHelp = (verb: Verb): string => {
  const words = verb.words === undefined ? '' : ` ${verb.words}`;
  const rows = flagsOf(verb).map((flag): [string, string] => [shown(flag), defaultOf(verb, flag)]);
  return `studiod ${verb.name}${words}: ${verb.summary}\n\n${columns(rows)}\n\nExample: ${verb.example}`;
};

/** What `studiod` alone, or a verb that only leads to others, prints. */
export const listHelp = (title: string, verbs: readonly { name: string; summary: string }[]): string =>
  `${title}\n\n${columns(verbs.map(({ name, summary }) => [`studiod ${name}`, summary]))}\n\nEach verb explains itself: studiod ${verbs[0]?.name} --help`;
