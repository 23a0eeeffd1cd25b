import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../config/usage-error.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import { readDatabase, readingSettings } from '../reading/open.ts';
import { FORMATS, type Format, textOfQuery } from '../reading/results.ts';
import { isComplete, readingStatement } from '../reading/statement.ts';
import { NO_SETTINGS_FILE, thisProgram } from '../release.ts';
import { type Call, type ExitCode, exit, type Verb, VerbError, wordOf } from '../verb.ts';

const TIMEOUT_SECONDS = 30;
const MAX_ROWS = 1_000;

const wholeOf = (call: Call, name: string, initial: number, max: number): number => {
  const given = call.flag(name);
  if (given === undefined) return initial;
  if (/^\d{1,9}$/.test(given) && Number(given) <= max) return Number(given);
  throw new UsageError(`--${name} must be a whole number from 0 to ${max}, not '${given}'.`);
};

interface Limits {
  readonly format: Format;
  readonly maxRows: number;
  /** 0 for none. */
  readonly seconds: number;
}

const runHere = (call: Call, query: string, { format, maxRows }: Limits): ExitCode => {
  const { text, hasMore } = readDatabase(call, (db) => textOfQuery(db, query, { format, maxRows }));
  if (text !== '') call.print(text);
  if (hasMore) call.printError(`studiod: showing the first ${maxRows} rows; use --max-rows for more.`);
  return exit.done;
};

/** Runs the query in a process of its own, which can be ended while SQLite works. */
const runBounded = async (call: Call, query: string, { format, maxRows, seconds }: Limits): Promise<ExitCode> => {
  readingStatement(query);
  const { data, allowNetworkStorage } = call.configure().config;
  const flags = [
    ...NO_SETTINGS_FILE,
    '--data',
    data,
    '--format',
    format,
    '--max-rows',
    String(maxRows),
    '--timeout',
    '0',
  ];
  if (allowNetworkStorage) flags.push('--allow-network-storage');
  const environment = Object.entries(call.environment).filter(([name]) => !name.startsWith('STUDIOD_'));
  const child = Bun.spawn([...thisProgram, 'sql', ...flags], {
    env: Object.fromEntries(environment),
    stdin: Buffer.from(query),
    stdout: 'inherit',
    stderr: 'inherit',
  });
  let isLate = false;
  const cancel = setRealTimeout(seconds * 1_000, () => {
    isLate = true;
    child.kill('SIGKILL');
  });
  const code = await child.exited;
  cancel();
  if (isLate)
    throw new VerbError(`The query took longer than ${seconds} s and was stopped. Use --timeout to allow more.`);
  return Object.values(exit).find((each) => each === code) ?? exit.failed;
};

const run = (call: Call, query: string, limits: Limits): ExitCode | Promise<ExitCode> =>
  limits.seconds === 0 ? runHere(call, query, limits) : runBounded(call, query, limits);

/** Reads queries from the terminal, each ended by a semicolon, until Ctrl-D. */
const prompt = async (call: Call, limits: Limits): Promise<ExitCode> => {
  call.printError(
    "End a query with ';', and leave with Ctrl-D. For the tables, see docs/schema.md or run: pragma table_list;",
  );
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'studiod> ' });
  let query = '';
  lines.prompt();
  lines.on('SIGINT', () => lines.close());
  for await (const line of lines) {
    query += `${line}\n`;
    if (isComplete(query)) {
      try {
        await run(call, query, limits);
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof VerbError)) throw error;
        call.printError(`studiod: ${error.message}`);
      }
      query = '';
    }
    lines.setPrompt(query.trim() === '' ? 'studiod> ' : '    ...> ');
    lines.prompt();
  }
  call.printError('');
  return exit.done;
};

export const sql: Verb = {
  name: 'sql',
  summary: 'Run one read-only query, or several from a prompt, even while a server runs',
  example: "studiod sql 'select status, count(*) from bookings group by status' --data /var/lib/studiod",
  args: '[QUERY]',
  flags: [
    {
      name: 'format',
      value: FORMATS.join('|'),
      help: 'Output format; default table; --json is the same as --format json',
    },
    { name: 'max-rows', value: 'NUMBER', help: `Rows to show; default ${MAX_ROWS}, at most 1000000` },
    {
      name: 'timeout',
      value: 'SECONDS',
      help: `Stop a query that takes longer; default ${TIMEOUT_SECONDS}, 0 for no limit`,
    },
  ],
  settings: readingSettings,
  async run(call) {
    const [given, ...rest] = call.args;
    if (rest.length > 0) throw new UsageError('Too many arguments. Put the query in quotes.');
    const limits: Limits = {
      format: wordOf(call, 'format', FORMATS, `one of ${FORMATS.join(', ')}`) ?? (call.json ? 'json' : 'table'),
      maxRows: wholeOf(call, 'max-rows', MAX_ROWS, 1_000_000),
      seconds: wholeOf(call, 'timeout', TIMEOUT_SECONDS, 86_400),
    };
    if (given === undefined && call.isTerminal.input) {
      readDatabase(call, () => undefined);
      return prompt(call, limits);
    }
    const query = given ?? Buffer.from(await call.readInput()).toString('utf8');
    return run(call, query, limits);
  },
};
