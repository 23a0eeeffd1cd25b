import { configure } from '../config/settings.ts';
import { UsageError } from '../config/usage-error.ts';
import { BadBackup } from '../database/backup/backup.ts';
import { UnsafeData } from '../database/migrate.ts';
import { didYouMean } from '../kernel/nearest.ts';
import { Problem } from '../kernel/problem.ts';
import { readCommandLine } from './arguments.ts';
import { listHelp, verbHelp } from './help.ts';
import { type ExitCode, exit, Failure, type Verb, type World } from './verb.ts';

/** A verb by its first word; its file is read only when it is called, so that the short verbs answer at once. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<readonly Verb[]>;
}

const entries: readonly Entry[] = [
  { name: 'serve', summary: 'serves a data directory', load: async () => [(await import('./verbs/serve.ts')).serve] },
  {
    name: 'sandbox',
    summary: 'serves a demo studio from memory, to try and to test against',
    load: async () => [(await import('./verbs/sandbox.ts')).sandbox],
  },
  {
    name: 'key',
    summary: 'makes, lists and revokes API keys',
    load: async () => (await import('./verbs/key.ts')).keyVerbs,
  },
  {
    name: 'webhook',
    summary: 'verifies a webhook delivery by hand',
    load: async () => (await import('./verbs/webhook.ts')).webhookVerbs,
  },
  {
    name: 'oauth-client',
    summary: 'makes, lists and revokes OAuth clients',
    load: async () => (await import('./verbs/oauth-client.ts')).oauthClientVerbs,
  },
  {
    name: 'backup',
    summary: 'makes, lists, checks and prunes backups',
    load: async () => (await import('./verbs/backup.ts')).backupVerbs,
  },
  {
    name: 'restore',
    summary: 'puts a backup in the place of the database',
    load: async () => [(await import('./verbs/restore.ts')).restoreVerb],
  },
  {
    name: 'export',
    summary: 'writes every record as CSV and JSON files',
    load: async () => [(await import('./verbs/export.ts')).exportVerb],
  },
  {
    name: 'import',
    summary: 'takes in CSV and JSON files of records',
    load: async () => [(await import('./verbs/import.ts')).importVerb],
  },
  {
    name: 'openapi',
    summary: 'prints the OpenAPI document',
    load: async () => [(await import('./verbs/openapi.ts')).openapi],
  },
  {
    name: 'config',
    summary: 'prints every setting and where its value came from',
    load: async () => [(await import('./verbs/config.ts')).config],
  },
  {
    name: 'health',
    summary: 'asks a running server how it is',
    load: async () => [(await import('./verbs/health.ts')).health],
  },
  { name: 'version', summary: 'prints the version', load: async () => [(await import('./verbs/version.ts')).version] },
];

const names = entries.map(({ name }) => name);

const chosen = async (words: readonly string[]): Promise<{ verb: Verb; rest: readonly string[] } | string> => {
  const [first = '', second = ''] = words;
  const entry = entries.find(({ name }) => name === first);
  if (entry === undefined)
    throw new UsageError(`There is no verb '${first}'.${didYouMean(first, names)} See: studiod --help`);
  const verbs = await entry.load();
  const alone = verbs.find(({ name }) => name === first);
  if (alone !== undefined) return { verb: alone, rest: words.slice(1) };
  const verb = verbs.find(({ name }) => name === `${first} ${second}`);
  if (verb !== undefined) return { verb, rest: words.slice(2) };
  if (second === '' || isHelp(second)) return listHelp(`studiod ${first}: ${entry.summary}`, verbs);
  const seconds = verbs.map(({ name }) => name.slice(first.length + 1));
  throw new UsageError(
    `There is no verb '${first} ${second}'.${didYouMean(second, seconds)} See: studiod ${first} --help`,
  );
};

const isHelp = (word: string | undefined): boolean => word === undefined || ['help', '--help', '-h'].includes(word);

const run = async (words: readonly string[], world: World): Promise<ExitCode> => {
  if (isHelp(words[0]) && words.length < 2) {
    world.print(listHelp('studiod: a whole fitness business in one executable', entries));
    return exit.done;
  }
  const asked = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  const found = await chosen(asked[0] === '--version' ? ['version'] : asked);
  if (typeof found === 'string') {
    world.print(found);
    return exit.done;
  }
  const line = readCommandLine(found.verb, found.rest);
  if (line.help) {
    world.print(verbHelp(found.verb));
    return exit.done;
  }
  return found.verb.run({
    ...world,
    json: line.json,
    words: line.words,
    flag: (name) => line.flags.get(name),
    configure: () => configure({ flags: line.settings, environment: world.environment, file: line.file }),
  });
};

const codeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof UnsafeData) return exit.unsafe;
  if (error instanceof Problem) return error.status === 400 ? exit.usage : exit.failed;
  return error instanceof Failure ? error.code : exit.failed;
};

/** Expected trouble in its own words; anything else is a fault of the program, and where it happened helps. */
const told = (error: unknown): string => {
  if (error instanceof Problem) return (error.extra.details ?? [error]).map(({ message }) => message).join('\n');
  if (!(error instanceof Error)) return String(error);
  return codeOf(error) === exit.failed && !(error instanceof Failure) && !(error instanceof BadBackup)
    ? (error.stack ?? error.message)
    : error.message;
};

/** Runs the verb that `words` (the arguments of the process) name and answers the exit code. Throws nothing. */
export const dispatch = async (words: readonly string[], world: World): Promise<ExitCode> => {
  try {
    return await run(words, world);
  } catch (error) {
    world.complain(`studiod: ${told(error)}`);
    return codeOf(error);
  }
};
