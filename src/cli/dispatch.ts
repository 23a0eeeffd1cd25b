import { configure } from '../config/settings.ts';
import { UsageError } from '../config/usage-error.ts';
import { BackupError } from '../database/backup/content.ts';
import { DataDirectoryError } from '../database/migrate.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { Problem } from '../kernel/problem.ts';
import { parseArguments } from './arguments.ts';
import { listHelp, verbHelp } from './help.ts';
import { type ExitCode, exit, Failure, type ProcessContext, type Verb } from './verb.ts';

/** The first word of a verb. Its file is loaded only when it is called, so that short verbs start fast. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<readonly Verb[]>;
}

const entries: readonly Entry[] = [
  {
    name: 'serve',
    summary: 'serves a data directory',
    load: async () => [(await import('./verbs/serve.ts')).serve],
  },
  {
    name: 'sandbox',
    summary: 'serves a demo studio for trials and tests, in memory',
    load: async () => [(await import('./verbs/sandbox.ts')).sandbox],
  },
  {
    name: 'key',
    summary: 'creates, lists and revokes API keys',
    load: async () => (await import('./verbs/key.ts')).keyVerbs,
  },
  {
    name: 'webhook',
    summary: 'verifies a webhook delivery',
    load: async () => (await import('./verbs/webhook.ts')).webhookVerbs,
  },
  {
    name: 'oauth-client',
    summary: 'creates, lists and revokes OAuth clients',
    load: async () => (await import('./verbs/oauth-client.ts')).oauthClientVerbs,
  },
  {
    name: 'backup',
    summary: 'creates, lists, verifies and prunes backups',
    load: async () => (await import('./verbs/backup.ts')).backupVerbs,
  },
  {
    name: 'restore',
    summary: 'replaces the database with a backup',
    load: async () => [(await import('./verbs/restore.ts')).restoreVerb],
  },
  {
    name: 'export',
    summary: 'writes all records to CSV and JSON files',
    load: async () => [(await import('./verbs/export.ts')).exportVerb],
  },
  {
    name: 'import',
    summary: 'imports records from CSV and JSON files',
    load: async () => [(await import('./verbs/import.ts')).importVerb],
  },
  {
    name: 'install',
    summary: 'installs studiod as a systemd service',
    load: async () => [(await import('./verbs/install.ts')).install],
  },
  {
    name: 'upgrade',
    summary: 'replaces the executable, and goes back when the new one fails',
    load: async () => [(await import('./verbs/upgrade.ts')).upgrade],
  },
  {
    name: 'uninstall',
    summary: 'removes the service and keeps the data',
    load: async () => [(await import('./verbs/install.ts')).uninstall],
  },
  {
    name: 'openapi',
    summary: 'prints the OpenAPI document',
    load: async () => [(await import('./verbs/openapi.ts')).openapi],
  },
  {
    name: 'config',
    summary: 'prints every setting and its source',
    load: async () => [(await import('./verbs/config.ts')).config],
  },
  {
    name: 'health',
    summary: 'prints the health of a running server',
    load: async () => [(await import('./verbs/health.ts')).health],
  },
  {
    name: 'doctor',
    summary: 'checks the data, the settings and what they need, and says what to do',
    load: async () => [(await import('./verbs/doctor.ts')).doctor],
  },
  {
    name: 'licenses',
    summary: 'prints the licenses of the packages inside',
    load: async () => [(await import('./verbs/licenses.ts')).licenses],
  },
  { name: 'version', summary: 'prints the version', load: async () => [(await import('./verbs/version.ts')).version] },
];

const names = entries.map(({ name }) => name);

/** Every verb, for the manual page. */
export const allVerbs = async (): Promise<readonly Verb[]> =>
  (await Promise.all(entries.map(({ load }) => load()))).flat();

const isHelp = (word: string | undefined): boolean => word === undefined || ['help', '--help', '-h'].includes(word);

/** The verb that `words` begin with and the words after it, or the help of a word that several verbs begin with. */
const findVerb = async (words: readonly string[]): Promise<{ verb: Verb; rest: readonly string[] } | string> => {
  const [first = '', second = ''] = words;
  const entry = entries.find(({ name }) => name === first);
  if (entry === undefined)
    throw new UsageError(`There is no verb '${first}'.${didYouMean(first, names)} See: studiod --help`);
  const verbs = await entry.load();
  const alone = verbs.find(({ name }) => name === first);
  if (alone !== undefined) return { verb: alone, rest: words.slice(1) };
  const verb = verbs.find(({ name }) => name === `${first} ${second}`);
  if (verb !== undefined) return { verb, rest: words.slice(2) };
  if (second === '' || isHelp(second)) {
    return `${listHelp(`studiod ${first}: ${entry.summary}`, verbs)}\n\nExample: ${verbs[0]?.example}`;
  }
  const seconds = verbs.map(({ name }) => name.slice(first.length + 1));
  throw new UsageError(
    `There is no verb '${first} ${second}'.${didYouMean(second, seconds)} See: studiod ${first} --help`,
  );
};

/** `help key create` and `--version` as the verbs that they stand for. */
const normalize = (words: readonly string[]): readonly string[] => {
  if (words[0] === 'help') return [...words.slice(1), '--help'];
  return words[0] === '--version' ? ['version'] : words;
};

const run = async (words: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  const print = (text: string): ExitCode => {
    context.print(text);
    return exit.done;
  };
  if (isHelp(words[0]) && words.length < 2) {
    return print(listHelp('studiod: a whole fitness business in one executable', entries));
  }
  const found = await findVerb(normalize(words));
  if (typeof found === 'string') return print(found);
  const { verb, rest } = found;
  const { help, json, args, flags, settings, file } = parseArguments(verb, rest);
  if (help) return print(verbHelp(verb));
  return verb.run({
    ...context,
    json,
    args,
    flag: (name) => flags.get(name),
    configure: () => configure({ flags: settings, environment: context.environment, file }),
  });
};

const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof DataDirectoryError) return exit.unsafe;
  if (error instanceof Problem) return error.status === 400 ? exit.usage : exit.failed;
  return error instanceof Failure ? error.code : exit.failed;
};

/** The message of an expected error; the stack of any other, which is a bug. */
const messageOf = (error: unknown): string => {
  if (error instanceof Problem) return (error.extra.details ?? [error]).map(({ message }) => message).join('\n');
  if (!(error instanceof Error)) return String(error);
  const isExpected = exitCodeOf(error) !== exit.failed || error instanceof Failure || error instanceof BackupError;
  return isExpected ? error.message : (error.stack ?? error.message);
};

/** Runs the verb that `words`, the arguments of the process, name. Returns the exit code and never throws. */
export const dispatch = async (words: readonly string[], context: ProcessContext): Promise<ExitCode> => {
  try {
    return await run(words, context);
  } catch (error) {
    context.printError(`studiod: ${messageOf(error)}`);
    return exitCodeOf(error);
  }
};
