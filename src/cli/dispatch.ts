import { type Configured, configure } from '../config/settings.ts';
import { type ServiceInputs, settingsFileOf } from '../config/sources.ts';
import { UsageError } from '../config/usage-error.ts';
import { compileHotCode } from '../kernel/compiler.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { lazily } from '../kernel/lazily.ts';
import { withOrigin } from '../kernel/origin.ts';
import { findMachineZones, MACHINE_ZONES } from '../kernel/zones/time-zones.ts';
import { parseArguments } from './arguments.ts';
import { allVerbs, entries, ownEntries } from './entries.ts';
import { exitCodeOf, messageOf } from './errors.ts';
import { groupHelp, listHelp, verbHelp } from './help.ts';
import { withProgress } from './progress.ts';
import { type Style, styleOf } from './style.ts';
import { type Call, type ExitCode, exit, type ProcessContext, SCHEDULED_FLAG, type Verb } from './verb.ts';

const names = entries.map(({ name }) => name);

const isHelp = (word: string | undefined): boolean => word === undefined || ['help', '--help', '-h'].includes(word);

/** The verb that `words` begin with and the words after it, or the help of a word that several verbs begin with. */
const findVerb = async (
  words: readonly string[],
  style: Style,
): Promise<{ verb: Verb; rest: readonly string[] } | string> => {
  const [first = '', second = ''] = words;
  const entry = [...entries, ...ownEntries].find(({ name }) => name === first);
  if (entry === undefined)
    throw new UsageError(`Unknown command '${first}'.${didYouMean(first, names)} Run 'studiod --help'.`);
  const verbs = await entry.load();
  const alone = verbs.find(({ name }) => name === first);
  if (alone !== undefined) return { verb: alone, rest: words.slice(1) };
  const verb = verbs.find(({ name }) => name === `${first} ${second}`);
  if (verb !== undefined) return { verb, rest: words.slice(2) };
  if (second === '' || isHelp(second)) {
    return groupHelp(entry, verbs, style);
  }
  const seconds = verbs.map(({ name }) => name.slice(first.length + 1));
  throw new UsageError(
    `Unknown command '${first} ${second}'.${didYouMean(second, seconds)} Run 'studiod ${first} --help'.`,
  );
};

const normalize = (words: readonly string[]): readonly string[] => {
  if (words[0] === 'help') return [...words.slice(1), '--help'];
  return words[0] === '--version' ? ['version', ...words.slice(1)] : words;
};

const dataOf = (verb: Verb, flags: ReadonlyMap<string, string>, configured: () => Configured): string | undefined => {
  if (verb.keepsRoot?.(flags) === true) return undefined;
  return verb.settings?.includes('data') ? configured().config.data : flags.get('data');
};

/** The settings of the installed service for a verb that works on its data. A server takes what it is given. */
const serviceOf = async (
  verb: Verb,
  context: ProcessContext,
  named: { settings: Readonly<Record<string, string>>; file: string | undefined },
): Promise<ServiceInputs | undefined> => {
  if (verb.isServer === true || verb.settings === undefined) return undefined;
  const { serviceFor } = await import('./service/installed.ts');
  const service = serviceFor(context.machine, { ...named, environment: context.environment });
  if (service !== undefined) context.printError(`studiod: ${service.says}`);
  return service?.inputs;
};

/** Where the rules of time zones of this machine are. What is wrong with the settings, the verbs that need them say. */
const zoneinfoOf = (configured: () => Configured): string => {
  try {
    return configured().config.zoneinfo;
  } catch {
    return MACHINE_ZONES;
  }
};

const run = async (words: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  const style = styleOf(context, 'output');
  const print = (text: string): ExitCode => {
    context.print(text);
    return exit.done;
  };
  if (isHelp(words[0]) && words.length < 2) {
    return print(listHelp(style));
  }
  const found = await findVerb(normalize(words), style);
  if (typeof found === 'string') return print(found);
  const { verb, rest } = found;
  const { help, json, args, flags, settings, file } = parseArguments(verb, rest);
  if (help) return print(verbHelp(verb, style));
  // A server does nothing for itself: its requests and jobs are named.
  const kind = flags.has(SCHEDULED_FLAG) ? 'job' : 'verb';
  const origin = verb.isServer === true ? undefined : { actor: `${kind}:${verb.name}`, requestId: null };
  // Files of settings may be for root alone, so they are read before its rights are given up.
  const service = await serviceOf(verb, context, { settings, file });
  const configured = lazily(() => {
    const found = configure({ flags: settings, environment: context.environment, file, service });
    const names = found.ignored.join(', ');
    if (names !== '') context.printError(`studiod: Ignored, because Kubernetes or Docker set them: ${names}.`);
    return found;
  });
  findMachineZones(() => zoneinfoOf(configured));
  if (context.becomeUser !== undefined && verb.settings !== undefined) {
    const { giveUpRoot, requireOwnSettings } = await import('./data-owner.ts');
    const settingsFile = settingsFileOf({ flags: {}, environment: {}, service });
    if (file === undefined) {
      const without = configure({ flags: settings, environment: context.environment, file: null, service });
      requireOwnSettings(settingsFile, without.config.data);
    }
    giveUpRoot({ data: dataOf(verb, flags, configured), args, become: context.becomeUser });
  }
  if (verb.givesWay === true) context.giveWay();
  if (verb.isServer === true) context.keepFilesPrivate();
  if (verb.isServer !== true) compileHotCode();
  const run = (call: Call) => withOrigin(origin, () => verb.run(call));
  const code = await withProgress(context, (shown) =>
    run({
      ...shown,
      program: { entries, allVerbs },
      json,
      args,
      flag: (name) => flags.get(name),
      configure: configured,
    }),
  );
  return code ?? exit.done;
};

/** Runs the verb that `words`, the arguments of the process, name. Returns the exit code and never throws. */
export const dispatch = async (words: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  try {
    return await run(words, context);
  } catch (error) {
    context.printError(`${styleOf(context, 'error').red('studiod:')} ${messageOf(error)}`);
    return exitCodeOf(error);
  }
};
