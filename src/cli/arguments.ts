import { settings } from '../config/settings.ts';
import { flagName } from '../config/sources.ts';
import { UsageError } from '../config/usage-error.ts';
import { didYouMean } from '../kernel/nearest.ts';
import type { Flag, Verb } from './verb.ts';

/** The words behind a verb, taken apart. */
export interface CommandLine {
  readonly help: boolean;
  readonly json: boolean;
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  /** Setting name -> text. */
  readonly settings: Readonly<Record<string, string>>;
  readonly file: string | undefined;
}

const HELP: Flag = { name: 'help', help: 'prints this' };
const JSON_FLAG: Flag = { name: 'json', help: 'prints JSON' };
const CONFIG: Flag = { name: 'config', value: 'FILE', help: 'the settings file instead of ./studiod.toml' };

/** Every flag of a verb, those of its settings included. */
export const flagsOf = (verb: Verb): readonly Flag[] => [
  ...verb.flags,
  ...verb.settings.map((name): Flag => {
    const { kind, help } = settings[name];
    return kind.word === '' ? { name: flagName(name), help } : { name: flagName(name), value: kind.word, help };
  }),
  ...(verb.settings.length > 0 ? [CONFIG] : []),
  ...(verb.hasJson ? [JSON_FLAG] : []),
  HELP,
];

/**
 * Takes the arguments of `verb` apart. Flags are written `--name value`, `--name=value`, or `--name` where they have
 * no value.
 * @throws UsageError naming the flag that was probably meant.
 */
export const readCommandLine = (verb: Verb, given: readonly string[]): CommandLine => {
  const known = new Map(flagsOf(verb).map((flag) => [flag.name, flag]));
  const flags = new Map<string, string>();
  const words: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] as string;
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const [name = '', attached] = word === '-h' ? ['help'] : split(word);
    const flag = word.startsWith('--') || word === '-h' ? known.get(name) : undefined;
    if (flag === undefined) throw unknownFlag(verb, word, name, [...known.keys()]);
    if (flags.has(name)) throw new UsageError(`--${name} is given twice.`);
    if (flag.value === undefined) {
      flags.set(name, attached ?? 'true');
      continue;
    }
    const value = attached ?? given[++index];
    if (value === undefined) throw new UsageError(`--${name} wants a value: --${name} ${flag.value}.`);
    flags.set(name, value);
  }
  if (words.length > 0 && verb.words === undefined && !flags.has('help')) {
    throw new UsageError(`studiod ${verb.name} takes no '${words[0]}'. ${seeHelp(verb)}`);
  }
  return sorted(verb, flags, words);
};

const split = (word: string): [string, string?] => {
  const [, name = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  return value === undefined ? [name] : [name, value];
};

const seeHelp = (verb: Verb): string => `See: studiod ${verb.name} --help`;

const unknownFlag = (verb: Verb, word: string, name: string, known: readonly string[]): UsageError => {
  const meant = didYouMean(name, known).replace("'", "'--");
  return new UsageError(`studiod ${verb.name} has no flag ${word.split('=')[0]}.${meant} ${seeHelp(verb)}`);
};

const sorted = (verb: Verb, flags: Map<string, string>, words: string[]): CommandLine => ({
  help: flags.has('help'),
  json: flags.has('json'),
  words,
  flags,
  settings: Object.fromEntries(
    verb.settings.flatMap((name) => {
      const value = flags.get(flagName(name));
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  file: flags.get('config'),
});
