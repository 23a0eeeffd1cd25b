// A machine for a trial: a root directory with systemd as its first process.
import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { must, run, type Trial, until } from './trial.ts';

/** Where cgroup2 is mounted here; undefined when it is not. */
const cgroups = (): string | undefined =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')?.[1];

/** Why no machine can be started here; undefined when one can. */
export const machineTrouble = (): string | undefined => {
  if (cgroups() === undefined) return 'needs a cgroup2 file system';
  const { success } = Bun.spawnSync(['unshare', '--mount', '--pid', '--fork', '--cgroup', '--net', 'true'], {
    stderr: 'ignore',
  });
  return success ? undefined : 'needs the right to make namespaces';
};

const removeGroups = (group: string): void => {
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroups(join(group, entry.name));
  }
  rmdirSync(group);
};

/** A machine that runs. Its network is its own loopback device. */
export interface Machine {
  /** The command that runs another inside it. */
  inside(...words: string[]): string[];
  /** The command of this machine that runs in its network only. */
  inNetwork(...words: string[]): string[];
  /** Runs a command inside it to its end. @throws Error when it fails. */
  must(...words: string[]): Promise<string>;
  /** Stops it as an administrator does. @throws Error when it does not stop within a minute. */
  powerOff(): Promise<void>;
}

let count = 0;

/** Starts systemd in a root directory, and waits until it has started everything. */
export const bootMachine = async (trial: Trial, root: string): Promise<Machine> => {
  count += 1;
  const group = join(cgroups() ?? '', `studiod-trial-${process.pid}-${count}`);
  const child = Bun.spawn(['sh', join(import.meta.dir, 'boot'), root, group], {
    detached: true,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(`${root}.log`),
  });
  let isOver = false;
  void child.exited.then(() => {
    isOver = true;
  });
  const childOf = (pid: number): number | undefined => {
    const path = `/proc/${pid}/task/${pid}/children`;
    const [first = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(' ') : [];
    return first === '' ? undefined : Number(first);
  };
  const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  let init = 0;
  const findInit = async (): Promise<boolean> => {
    if (isOver) throw new Error(`systemd does not start: ${readFileSync(`${root}.log`, 'utf8')}`);
    let pid: number | undefined = child.pid;
    while (pid !== undefined && commandOf(pid) !== 'systemd') pid = childOf(pid);
    init = pid ?? 0;
    return init !== 0;
  };
  trial.later(async () => {
    // All processes of the machine end with its first one.
    if (!isOver) process.kill(init === 0 ? child.pid : init, 'SIGKILL');
    await child.exited;
    const isGone = async () => {
      try {
        if (existsSync(group)) removeGroups(group);
        return true;
      } catch {
        // Its processes end at this moment.
        return false;
      }
    };
    await until(`the processes in ${group} end`, isGone);
  });
  await until('systemd starts', findInit);
  const inside = (...words: string[]) => ['nsenter', '--target', String(init), '--all', ...words];
  const state = async () => {
    const { out } = await run(inside('systemctl', 'is-system-running'));
    if (out.trim() === 'degraded') throw new Error(await must(inside('systemctl', '--failed', '--no-pager')));
    return out.trim() === 'running';
  };
  await until('systemd has started everything', state, 120);
  return {
    inside,
    inNetwork: (...words) => ['nsenter', '--target', String(init), '--net', ...words],
    must: (...words) => must(inside(...words)),
    async powerOff() {
      await run(inside('systemctl', 'poweroff', '--no-wall'));
      await until('the machine is off', async () => isOver);
    },
  };
};
