import { existsSync, lchownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../verb.ts';

/** Whether systemd runs on this machine (sd_booted(3)). */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

/** @throws Failure unless the process runs as root. */
export const requireRoot = (verb: string): void => {
  if (process.getuid?.() === 0) return;
  throw new Failure(`studiod ${verb} changes files of the system, and needs root: sudo studiod ${verb}`);
};

/**
 * Runs a command to its end and returns its stdout.
 * @throws Failure with what it says when it fails, or when it is not there.
 */
export const runCommand = async (words: readonly string[]): Promise<string> => {
  const [program = ''] = words;
  if (Bun.which(program) === null) throw new Failure(`There is no program '${program}' on this machine.`);
  const child = Bun.spawn([...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Failure(`${words.join(' ')} failed: ${err.trim() || `exit code ${code}`}`);
  return out;
};

/** A user and a group by number. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user of this name below a root directory; undefined when there is none. */
export const userNamed = (name: string, root: string): Owner | undefined => {
  const path = join(root, '/etc/passwd');
  if (!existsSync(path)) return undefined;
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return line === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

/**
 * Gives a folder with everything in it to its owner. Only root can, and only root needs to. Links are not followed: who
 * owns the folder could lead root to any file with them.
 */
export const giveTo = ({ uid, gid }: Owner, path: string): void => {
  if (process.getuid?.() !== 0) return;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, name), uid, gid);
  lchownSync(path, uid, gid);
};
