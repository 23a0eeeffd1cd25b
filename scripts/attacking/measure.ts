import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopwatch } from '../../src/kernel/clock.ts';
import { newFolder, removeFolder, type Server, startServer } from '../../test/helpers/process.ts';

/** How many answers had each status, or what happened in place of one. */
export type Responses = Record<string, number>;

/** What a load needs of the server. */
export interface Target {
  readonly rootUrl: string;
  readonly port: number;
  /** The headers of a key that may do everything. */
  readonly asKey: Record<string, string>;
  readonly clientId: string;
  /** A folder for files. */
  readonly folder: string;
}

/** A hostile load, and what the server may take for it. */
export interface Load {
  readonly name: string;
  readonly most: { readonly serverMb: number; readonly childrenMb?: number; readonly livezMs: number };
  /** Settings of the server. */
  readonly env?: Record<string, string>;
  /** Prepares what is not measured. */
  prepare?(target: Target): Promise<void>;
  run(target: Target): Promise<Responses>;
  /** What is wrong with the responses; undefined for nothing. */
  check?(answers: Responses): string | undefined;
}

export interface Result {
  readonly serverMb: number;
  readonly childrenMb: number;
  readonly livezMs: number;
  readonly seconds: number;
  readonly answers: Responses;
  readonly fault: string | undefined;
}

/** A load that takes longer is broken off, in real milliseconds. */
const LONGEST_MS = 120_000;
const LOOK_MS = 10;

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
const megabytes = (status: string, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;

const childrenOf = (pid: number): number[] => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads
      .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '))
      .filter((child) => child !== '')
      .map(Number);
  } catch {
    return [];
  }
};

/** Looks at the memory of the children of a process until it is stopped; returns the most that they had together. */
const watchChildren = (pid: number): (() => number) => {
  let most = 0;
  const timer = setInterval(() => {
    const all = childrenOf(pid).map((child) => megabytes(statusOf(child), 'VmRSS'));
    most = Math.max(
      most,
      all.reduce((sum, each) => sum + each, 0),
    );
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
};

const startProbe = async (port: number) => {
  const probe = Bun.spawn([process.execPath, join(import.meta.dir, 'probe.ts'), `${port}`], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = probe.stdout.pipeThrough(new TextDecoderStream());
  for await (const text of lines.values({ preventCancel: true })) if (text.includes('ready')) break;
  return async (): Promise<number> => {
    probe.kill('SIGTERM');
    let said = '';
    for await (const text of lines) said += text;
    return Number(said.trim());
  };
};

const targetOf = ({ ready }: Server, folder: string): Target => ({
  rootUrl: ready.rootUrl,
  port: Number(new URL(ready.rootUrl).port),
  asKey: { 'x-service-api-key': ready.apiKey },
  clientId: ready.clientId,
  folder,
});

const broken = (): Promise<Responses> => Bun.sleep(LONGEST_MS).then(() => ({ 'not done': 1 }));

/** Runs a load against a new server. */
export const measure = async ({ run, prepare, check, env = {} }: Load): Promise<Result> => {
  const folder = newFolder();
  const server = await startServer({ cwd: folder, env: { ...env, STUDIOD_LOG_LEVEL: 'error' } }, 'sandbox');
  const { pid } = server.child;
  try {
    const target = targetOf(server, folder);
    await prepare?.(target);
    const [children, probe] = [watchChildren(pid), await startProbe(target.port)];
    const start = stopwatch();
    const answers = await Promise.race([run(target), broken()]);
    const seconds = (stopwatch() - start) / 1000;
    const livezMs = await probe();
    const isDone = answers['not done'] === undefined;
    const fault = isDone ? check?.(answers) : `it was not done after ${LONGEST_MS / 1000} s`;
    return {
      serverMb: megabytes(statusOf(pid), 'VmHWM'),
      childrenMb: children(),
      livezMs,
      seconds,
      answers,
      fault: server.child.exitCode === null ? fault : 'the server has ended',
    };
  } finally {
    server.child.kill('SIGKILL');
    await server.child.exited;
    removeFolder(folder);
  }
};
