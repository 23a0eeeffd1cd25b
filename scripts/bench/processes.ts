// Starts the processes of a measurement: the measured server on one core, the load generator on another if there is one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Order } from './floor-sender.ts';
import type { Measure, Plan } from './load.ts';
import type { RushMeasure, RushPlan } from './rush-load.ts';

export const root = resolve(import.meta.dir, '../..');
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const canPin = Bun.which('taskset') !== null && availableParallelism() > 1;

const pinned = (core: string | undefined, command: readonly string[]): string[] =>
  canPin && core !== undefined ? ['taskset', '-c', core, ...command] : [...command];

/** Whether the server and the load generator have separate cores; otherwise results are less precise. */
export const coresAreOwn = canPin;

/** The command for a script of this folder, with the same bun. */
const script = (name: string): string[] => [process.execPath, join(import.meta.dir, name)];

/** A measured server. */
export interface Served {
  readonly port: number;
  readonly rootUrl: string;
  readonly pid: number;
  /** CPU time of all its threads so far, in seconds; 0 if the system does not report it. */
  cpuSeconds(): number;
  /** CPU time of the runtime's compiler so far, in seconds; 0 if the system does not report it. */
  compilerSeconds(): number;
  /** The most resident memory since the last call, in MiB; 0 if the system does not report it. */
  takePeakMemory(): number;
  stop(): Promise<void>;
}

/** A figure of memory from the status of a process, in MiB; 0 if the system does not report it. */
export const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(processFile(pid, 'status'))?.[1] ?? 0) / 1024;

const CLOCK_TICKS = 100;

/** A file of a process or of one of its threads in /proc on Linux; empty on other systems. */
export const processFile = (pid: number | string, name: 'stat' | 'status' | 'comm'): string => {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

const cpuSeconds = (pid: number | string): number => {
  const fields = processFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / CLOCK_TICKS;
};

/** The name of the threads in which the runtime compiles code that is used often. */
const COMPILER = 'JITWorker';

const compilerSeconds = (pid: number): number => {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder).map((thread) => `${pid}/task/${thread}`) : [];
  const compiling = threads.filter((thread) => processFile(thread, 'comm').trim() === COMPILER);
  return compiling.map(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
};

/** Starts `command`, which prints a JSON line with its `rootUrl` when it is ready. */
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
    compilerSeconds: () => compilerSeconds(child.pid),
    takePeakMemory: () => {
      const peak = memoryOf(child.pid, 'VmHWM');
      // 5 resets the peak (proc_pid_clear_refs(5)).
      if (peak > 0) writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
      return peak;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
};

/** The command that starts the service: from its source, or a built executable. */
export const serviceCommand = (executable: string | undefined): string[] =>
  executable === undefined ? [process.execPath, join(root, 'src/main.ts')] : [resolve(executable)];

export interface StartOptions {
  readonly flags?: readonly string[];
  /** Whether it may use all cores instead of one. */
  readonly isFree?: boolean;
}

/** Starts the service with `dataDirectory` and default settings, except for the port and the given flags. */
export const startService = (
  command: readonly string[],
  dataDirectory: string,
  { flags = [], isFree = false }: StartOptions = {},
): Promise<Served> =>
  serve(
    [...command, 'serve', '--data', dataDirectory, '--port', '0', '--json', ...flags],
    join(dataDirectory, 'service.log'),
    isFree ? undefined : SERVER_CORE,
  );

/** Starts the floor with the database `file`, and the file of all media. */
export const startFloor = (file: string, mediaFile: string): Promise<Served> =>
  serve([...script('floor.ts'), file, mediaFile], `${file}.log`, SERVER_CORE);

/** Starts Fastify with the work of the floor on Node, with the packages of `folder`. */
export const startFastify = async (file: string, folder: string): Promise<Served> => {
  const outdir = dirname(file);
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, 'fastify.ts')], target: 'node', outdir });
  const [output] = built.outputs;
  if (output === undefined) throw new Error('fastify.ts has no output');
  return serve(['node', output.path, file, resolve(folder)], `${file}.log`, SERVER_CORE);
};

/** Starts a receiver of webhooks, on the core of the load generator if it is not free. */
export const startReceiver = (
  certificate: string,
  key: string,
  logFile: string,
  { isFree = false }: Pick<StartOptions, 'isFree'> = {},
): Promise<Served> => serve([...script('receiver.ts'), certificate, key], logFile, isFree ? undefined : LOAD_CORE);

/** Runs a command of the service that prints a JSON value. */
export const runVerb = async (command: readonly string[], ...args: readonly string[]): Promise<unknown> => {
  const child = Bun.spawn([...command, ...args], { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const [said, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return JSON.parse(said);
};

/** The load generator. It is one process for the whole run, so that its code stays compiled. */
export interface Load {
  run(plan: Plan): Promise<Measure>;
  stop(): Promise<void>;
}

/** Starts a process that responds to each line on its stdin with a line. */
const startAnswering = (
  core: string | undefined,
  command: readonly string[],
  environment: NodeJS.Dict<string> = {},
) => {
  const env = { ...process.env, ...environment };
  const child = Bun.spawn(pinned(core, command), { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit', env });
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

/**
 * Starts the members of the rush, on all cores: on one they would wait for the server whenever it is there. Each of them has a
 * device of their own, so the client of the runtime, which sends 256 requests at once, must not let any of them wait.
 */
export const startRush = () => {
  const { ask, stop } = startAnswering(undefined, script('rush-load.ts'), { BUN_CONFIG_MAX_HTTP_REQUESTS: '8192' });
  return { run: async (plan: RushPlan) => (await ask(plan)) as RushMeasure, stop };
};

/** Starts the floor for webhooks, on the core of the service. It returns the duration of each order in seconds. */
export const startFloorSender = (caFile: string) => {
  const { ask, stop, pid } = startAnswering(SERVER_CORE, [...script('floor-sender.ts'), caFile]);
  return {
    send: async (order: Order) => (await ask(order)) as number,
    cpuSeconds: () => cpuSeconds(pid),
    compilerSeconds: () => compilerSeconds(pid),
    stop,
  };
};
