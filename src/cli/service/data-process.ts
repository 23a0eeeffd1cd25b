import { resolve } from 'node:path';
import { exitCodeOf, messageOf } from '../errors.ts';
import { NO_SETTINGS_FILE, thisProgram } from '../release.ts';
import { type Call, type ExitCode, type Flag, VerbError } from '../verb.ts';
import { type DataSteps, dataSteps } from './data-steps.ts';
import type { Migration, MigrationState } from './migration.ts';

/** The flag of the process that works on the data for an upgrade. */
export const dataStepsFlag: Flag = {
  name: 'data-steps',
  help: 'Run the data steps of an upgrade as the owner of the data; the upgrade sends them on stdin',
};

/** What the upgrade sends: one step in a line. */
type Order =
  | { readonly step: 'backUp'; readonly given: Parameters<DataSteps['backUp']>[0] }
  | { readonly step: 'migration'; readonly given: number }
  | { readonly step: 'undoMigration'; readonly given: Parameters<DataSteps['undoMigration']>[0] };

/** What is sent back: one line for each step. */
type ApiResponse<Result> = { readonly result: Result } | { readonly message: string; readonly code: ExitCode };

interface Look {
  readonly within: number;
  readonly state: MigrationState;
}

/** The steps, with results that JSON can carry. */
const answering = (call: Call) => {
  const steps = dataSteps(call);
  let migration: Migration | undefined;
  return async ({ step, given }: Order): Promise<unknown> => {
    if (step === 'backUp') return steps.backUp(given);
    if (step === 'undoMigration') return steps.undoMigration(given);
    migration ??= await steps.migration(given);
    return { within: migration.within, state: await migration.state() } satisfies Look;
  };
};

export const obey = async (call: Call): Promise<undefined> => {
  const response = answering(call);
  for await (const line of call.readLines()) {
    let answered: ApiResponse<unknown>;
    try {
      answered = { result: await response(JSON.parse(line)) };
    } catch (error) {
      answered = { message: messageOf(error), code: exitCodeOf(error) };
    }
    call.print(JSON.stringify(answered));
  }
};

export interface DataProcess extends DataSteps {
  end(): Promise<unknown>;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Starts it with the rights of the data's owner. It keeps its executable, which root replaces meanwhile. */
export const startDataProcess = (call: Call): DataProcess => {
  const { data, backupDir, allowNetworkStorage } = call.configure().config;
  const words = [
    'upgrade',
    `--${dataStepsFlag.name}`,
    ...NO_SETTINGS_FILE,
    '--data',
    resolve(data),
    ...(backupDir === undefined ? [] : ['--backup-dir', resolve(backupDir)]),
    ...(allowNetworkStorage ? ['--allow-network-storage'] : []),
  ];
  const env = Object.fromEntries(Object.entries(call.environment).filter(([name]) => !name.startsWith('STUDIOD_')));
  const child = Bun.spawn([...thisProgram, ...words], {
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const answers = linesOf(child.stdout);
  const ask = async <Result>(order: Order): Promise<Result> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    child.stdin.flush();
    const { value, done } = await answers.next();
    if (done === true) throw new VerbError('The process that works on the data has ended.');
    const response: ApiResponse<Result> = JSON.parse(value);
    if ('result' in response) return response.result;
    throw new VerbError(response.message, response.code);
  };
  const look = (given: number) => ask<Look>({ step: 'migration', given });
  return {
    backUp: (given) => ask({ step: 'backUp', given }),
    undoMigration: (given) => ask({ step: 'undoMigration', given }),
    async migration(schema) {
      const { within } = await look(schema);
      return { within, state: async () => (await look(schema)).state };
    },
    end() {
      child.stdin.end();
      return child.exited;
    },
  };
};
