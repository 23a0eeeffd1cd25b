// Starts the processes of a measurement: what is measured on one core, the load on another where there is one.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Order } from './floor-sender.ts';
import type { Measure, Plan } from './load.ts';

export const root = resolve(import.meta.dir, '../..');
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const canPin = Bun.which('taskset') !== null && availableParallelism() > 1;

const pinned = (core: string | undefined, command: readonly string[]): string[] =>
  canPin && core !== undefined ? ['taskset', '-c', core, ...command] : [...command];

/** Whether every process has a core of its own; a result without is rougher. */
export const coresAreOwn = canPin;

/** A script of this folder under the bun that runs this one. */
const script = (name: string): string[] => [process.execPath, join(import.meta.dir, name)];

/** A server under measurement. */
export interface Served {
  readonly port: number;
  readonly rootUrl: string;
  readonly pid: number;
  /** Seconds of processor time used so far, of all its threads; 0 where the system does not tell. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const CLOCK_TICKS = 100;

/** What the system tells of a process, as Linux does; empty where it does not. */
export const tellOf = (pid: number, name: 'stat' | 'status'): string => {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

const cpuSeconds = (pid: number): number => {
  const fields = tellOf(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / CLOCK_TICKS;
};

/** Starts `command`, which prints one JSON line with its `rootUrl` when it is ready. */
const serve = async (command: readonly string[], logFile: string, core: string | undefined): Promise<Served> => {
  const child = Bun.spawn(pinned(core, command), {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: Bun.file(logFile),
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream());
  let said = '';
  for await (const text of lines.values({ preventCancel: true })) {
    said += text;
    if (said.includes('\n')) break;
  }
  if (!said.includes('\n')) throw new Error(`${command.join(' ')} ended with ${await child.exited}; see ${logFile}`);
  const { rootUrl } = JSON.parse(said.slice(0, said.indexOf('\n'))) as { rootUrl: string };
  return {
    rootUrl,
    port: Number(new URL(rootUrl).port),
    pid: child.pid,
    cpuSeconds: () => cpuSeconds(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
};

/** How the service is started: from its source, or a built executable. */
export const serviceCommand = (executable: string | undefined): string[] =>
  executable === undefined ? [process.execPath, join(root, 'src/main.ts')] : [resolve(executable)];

/** How a service is started besides its own defaults. */
interface Starting {
  readonly flags?: readonly string[];
  /** Whether it gets every core, as in life, instead of the one that the floor gets too. */
  readonly isFree?: boolean;
}

/** The service on `dataDirectory`, with its own defaults but for the port and what `starting` says. */
export const startService = (
  command: readonly string[],
  dataDirectory: string,
  { flags = [], isFree = false }: Starting = {},
): Promise<Served> =>
  serve(
    [...command, 'serve', '--data', dataDirectory, '--port', '0', '--json', ...flags],
    join(dataDirectory, 'service.log'),
    isFree ? undefined : SERVER_CORE,
  );

/** The floor on the database `file`. */
export const startFloor = (file: string): Promise<Served> =>
  serve([...script('floor.ts'), file], `${file}.log`, SERVER_CORE);

/** A receiver of webhooks, on the core of the load. */
export const startReceiver = (certificate: string, key: string, logFile: string): Promise<Served> =>
  serve([...script('receiver.ts'), certificate, key], logFile, LOAD_CORE);

/** Runs a verb of the service that prints one JSON value. */
export const runVerb = async (command: readonly string[], ...args: readonly string[]): Promise<unknown> => {
  const child = Bun.spawn([...command, ...args], { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const [said, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return JSON.parse(said);
};

/** The load generator; it lives through a whole run, so that it is warm. */
export interface Load {
  run(plan: Plan): Promise<Measure>;
  stop(): Promise<void>;
}

/** A process that answers each line on its stdin with one line. */
const startAnswering = (core: string, command: readonly string[]) => {
  const child = Bun.spawn(pinned(core, command), { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).values();
  let said = '';
  const line = async (): Promise<string> => {
    for (;;) {
      const end = said.indexOf('\n');
      if (end >= 0) {
        const first = said.slice(0, end);
        said = said.slice(end + 1);
        return first;
      }
      const { value, done } = await answers.next();
      if (done) throw new Error(`${command.join(' ')} ended`);
      said += value;
    }
  };
  return {
    pid: child.pid,
    async ask(question: unknown): Promise<unknown> {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      await child.stdin.flush();
      return JSON.parse(await line());
    },
    async stop(): Promise<void> {
      await child.stdin.end();
      await child.exited;
    },
  };
};

/** Starts the load generator. */
export const startLoad = (): Load => {
  const { ask, stop } = startAnswering(LOAD_CORE, script('load.ts'));
  return { run: async (plan) => (await ask(plan)) as Measure, stop };
};

/** Starts the floor of the pipeline, where the service runs too; each order is answered with the seconds it took. */
export const startFloorSender = (caFile: string) => {
  const { ask, stop, pid } = startAnswering(SERVER_CORE, [...script('floor-sender.ts'), caFile]);
  return { send: async (order: Order) => (await ask(order)) as number, cpuSeconds: () => cpuSeconds(pid), stop };
};
