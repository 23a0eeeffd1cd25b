import { settings } from '../config/settings.ts';
import { flagName } from '../config/sources.ts';
import { toggle } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { errorMessage } from '../kernel/errors.ts';
import type { Flag, Verb } from './verb.ts';

const HELP: Flag = { name: 'help', help: 'Print this help' };
const JSON_FLAG: Flag = { name: 'json', help: 'Print JSON' };
const CONFIG: Flag = { name: 'config', value: 'FILE', help: 'Settings file; default ./studiod.toml' };

const settingsOf = ({ settings: own = [] }: Verb) => own;

export const flagsOf = (verb: Verb): readonly Flag[] => [
  ...(verb.flags ?? []),
  ...settingsOf(verb).map((name): Flag => {
    const { type, help } = settings[name];
    const flag = { name: flagName(name), help };
    return type.placeholder === '' ? flag : { ...flag, value: type.placeholder };
  }),
  ...(settingsOf(verb).length > 0 ? [CONFIG] : []),
  ...(verb.hasJson === false ? [] : [JSON_FLAG]),
  HELP,
];

const splitFlag = (word: string): [name: string, value?: string] => {
  const [, name = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  return value === undefined ? [name] : [name, value];
};

const seeHelp = (verb: Verb): string => `Run 'studiod ${verb.name} --help'.`;

const unknownFlag = (verb: Verb, word: string, name: string, flags: readonly string[]): UsageError => {
  const meant = didYouMean(name, flags).replace("'", "'--");
  return new UsageError(`Unknown option '${word.split('=')[0]}' for 'studiod ${verb.name}'.${meant} ${seeHelp(verb)}`);
};

/** Whether a flag without a value is on: `--name`, or `--name=true`. */
const switchOf = (name: string, attached = 'true'): boolean => {
  try {
    return toggle.parse(attached);
  } catch (error) {
    throw new UsageError(`--${name} ${errorMessage(error)}.`);
  }
};

/** Separates flags from arguments. Flags are `--name value`, `--name=value`, or `--name` when they have no value. */
const separate = (verb: Verb, words: readonly string[]) => {
  const declared = new Map(flagsOf(verb).map((flag) => [flag.name, flag]));
  const flags = new Map<string, string>();
  const args: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    const [name, attached] = word === '-h' ? ['help'] : splitFlag(word);
    const flag = word.startsWith('--') || word === '-h' ? declared.get(name) : undefined;
    if (flag === undefined) throw unknownFlag(verb, word, name, [...declared.keys()]);
    if (flags.has(name)) throw new UsageError(`--${name} was given twice.`);
    if (flag.value === undefined) {
      const isOwn = !settingsOf(verb).some((each) => flagName(each) === name);
      // A setting that is false has to override other sources.
      if (switchOf(name, attached) || !isOwn) flags.set(name, attached ?? 'true');
      continue;
    }
    const value = attached ?? left.shift();
    // Empty is what a shell makes of a variable that is not set.
    if (!value?.trim()) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}.`);
    flags.set(name, value);
  }
  return { flags, args };
};

/** @throws UsageError naming the flag that was probably meant. */
export const parseArguments = (verb: Verb, words: readonly string[]) => {
  const { flags, args } = separate(verb, words);
  if (args.length > 0 && verb.args === undefined && !flags.has('help')) {
    throw new UsageError(`Unexpected argument '${args[0]}' for 'studiod ${verb.name}'. ${seeHelp(verb)}`);
  }
  return {
    help: flags.has('help'),
    json: flags.has('json'),
    args,
    flags,
    settings: Object.fromEntries(
      settingsOf(verb).flatMap((name) => {
        const value = flags.get(flagName(name));
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    file: flags.get('config'),
  };
};
