import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pause, stopwatch } from '../../src/kernel/clock.ts';
import type { ApiResponse } from './api.ts';

const root = resolve(import.meta.dir, '../..');
const executable = process.env.STUDIOD_EXECUTABLE;
export const command = executable === undefined ? [process.execPath, join(root, 'src/main.ts')] : [resolve(executable)];

/** Whether every user may enter a folder. */
const isOpenToAll = (path: string): boolean => {
  const isOpen = ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o001) !== 0;
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)));
};

/**
 * Where temporary folders are. Some tests run programs as another user, and pam_tmpdir, for example, gives root a TMPDIR that
 * nobody else may enter.
 */
const temporary = [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll) ?? tmpdir();

/** A new folder for one test file; remove it with `removeFolder`. */
export const newFolder = (): string => mkdtempSync(join(temporary, 'studiod-test-'));
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });

/** The servers that tests have started in their folders. */
const servers = new Map<string, Server[]>();
const stopServers = (folder: string): Promise<unknown> =>
  Promise.all((servers.get(folder) ?? []).splice(0).map((server) => server.stop()));

/** A new folder for all tests of a file. After them the servers in it stop, and it is removed. */
export const testFolder = (): string => {
  const path = newFolder();
  servers.set(path, []);
  afterAll(async () => {
    await stopServers(path);
    removeFolder(path);
  });
  return path;
};

/** A folder that is empty before each test of a file. After each test the servers in it stop. */
export const folderForEachTest = (): string => {
  const path = testFolder();
  beforeEach(() => {
    removeFolder(path);
    mkdirSync(path, { mode: 0o700 });
  });
  afterEach(() => stopServers(path));
  return path;
};

/** The environment of the process, without settings of studiod. */
export const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('STUDIOD_') ? [] : [[name, value] as const],
    ),
  ),
  NO_COLOR: '1',
  // Programs that run as another user write there too.
  TMPDIR: temporary,
  ...extra,
});

export interface Place {
  /** The working directory. */
  readonly cwd: string;
  readonly env?: Record<string, string>;
  /** Its standard input; empty when absent. */
  readonly input?: string;
  /** The limit of its open files. */
  readonly maxOpenFiles?: number;
  /** The words that run the program; by default `command`. */
  readonly program?: readonly string[];
}

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export const run = async ({ cwd, env, input }: Place, ...words: string[]): Promise<Result> => {
  const child = Bun.spawn(words, {
    cwd,
    env: environment(env),
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
};

/** Runs a verb of the program to its end: from source, or the executable that STUDIOD_EXECUTABLE names. */
export const studiod = (place: Place, ...words: string[]): Promise<Result> =>
  run(place, ...(place.program ?? command), ...words);

/** A server in another process. */
export interface Server {
  /** The ready line. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly ready: any;
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  /** Everything on stdout so far, the ready line included. */
  readonly out: () => string;
  /** Everything on stderr once it has ended. */
  readonly err: Promise<string>;
  /** Everything on stderr so far. */
  readonly errSoFar: () => string;
  /**
   * Sends a request with a form or a body of JSON.
   * @param headers by default the API key of a sandbox.
   */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Stops it and returns its exit code. */
  stop(): Promise<number>;
}

const withLimits = ({ maxOpenFiles }: Place, words: readonly string[]): string[] =>
  maxOpenFiles === undefined ? [...words] : ['sh', '-c', `ulimit -n ${maxOpenFiles}; exec "$@"`, 'sh', ...words];

/** Starts `serve` or `sandbox` with `--json`, on a free port unless the words name another, and waits for its ready line. */
export const startServer = async (place: Place, verb: 'serve' | 'sandbox', ...words: string[]): Promise<Server> => {
  const port = words.includes('--port') ? [] : ['--port', '0'];
  const child = Bun.spawn(withLimits(place, [...(place.program ?? command), verb, '--json', ...port, ...words]), {
    cwd: place.cwd,
    env: environment(place.env ?? {}),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let said = '';
  const err = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) said += text;
    return said;
  })();
  let out = '';
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!out.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${verb} ended before it was ready: ${await err}`);
    out += value;
  }
  void (async () => {
    for (let more = await reader.read(); !more.done; more = await reader.read()) out += more.value;
  })();
  const ready = JSON.parse(out.slice(0, out.indexOf('\n')));
  const server: Server = {
    ready,
    child,
    out: () => out,
    err,
    errSoFar: () => said,
    async call(method, path, body, headers = { 'x-service-api-key': ready.apiKey }) {
      const isForm = body instanceof FormData;
      const response = await fetch(ready.rootUrl + path, {
        method,
        headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
        redirect: 'manual',
      });
      return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
    },
    stop() {
      child.kill('SIGTERM');
      return child.exited;
    },
  };
  servers.get(place.cwd)?.push(server);
  return server;
};

/** A server for all tests of a file, in a folder of its own. After them it stops, and the folder is removed. */
export const testServer = (
  place: Omit<Place, 'cwd'>,
  verb: 'serve' | 'sandbox',
  ...words: string[]
): Server & Pick<Place, 'cwd'> => {
  const server = { cwd: testFolder() } as Server & Pick<Place, 'cwd'>;
  beforeAll(async () => {
    Object.assign(server, await startServer({ ...place, cwd: server.cwd }, verb, ...words));
  }, 90_000);
  return server;
};

/** Waits until a condition is true, at most `within` real milliseconds. */
export const until = async (condition: () => boolean | Promise<boolean>, within = 60_000): Promise<void> => {
  const deadline = stopwatch() + within;
  while (!(await condition())) {
    if (stopwatch() > deadline) throw new Error('the condition did not become true in time');
    await pause(10);
  }
};

/** The processor time of a process so far, in milliseconds. */
const processorTime = async (pid: number): Promise<number> => {
  const text = await Bun.file(`/proc/${pid}/stat`).text();
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** The part of one processor that a process takes during a second: 1 when it spins. On Linux only. */
export const processorShare = async (pid: number): Promise<number> => {
  const [before, start] = [await processorTime(pid), stopwatch()];
  await pause(1_000);
  return ((await processorTime(pid)) - before) / (stopwatch() - start);
};
