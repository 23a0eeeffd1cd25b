import { existsSync, lchownSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Below, everythingBelow } from '../folders.ts';
import { exit, VerbError } from '../verb.ts';

/** Whether systemd runs on this machine (sd_booted(3)). */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

/** @throws VerbError unless the process runs as root. */
export const requireRoot = (verb: string): void => {
  if (process.getuid?.() === 0) return;
  throw new VerbError(`studiod ${verb} changes system files and needs root: sudo studiod ${verb}`);
};

/** Returns stdout. @throws VerbError with what the command says when it fails, or when it is not there. */
export const runCommand = async (words: readonly string[]): Promise<string> => {
  const [program = ''] = words;
  if (Bun.which(program) === null) throw new VerbError(`Program '${program}' was not found on this machine.`);
  const child = Bun.spawn([...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new VerbError(`${words.join(' ')} failed: ${err.trim() || `exit code ${code}`}`);
  return out;
};

export interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const usersOf = (root: string): User[] => {
  const path = join(root, '/etc/passwd');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return gid === undefined ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
    });
};

/** The user of this name below a root directory; undefined when there is none. */
export const userNamed = (name: string, root: string): User | undefined =>
  usersOf(root).find((user) => user.name === name);

/** The user with this number below a root directory; undefined when there is none. */
export const userWithId = (uid: number, root: string): User | undefined =>
  usersOf(root).find((user) => user.uid === uid);

/** Gives the folder itself at the end: until then no one else can exchange what is in it. */
export const giveAway = ({ uid, gid }: User, folder: string): void => {
  const isOfRoot = ({ status }: Below): boolean => status.uid === 0;
  for (const found of everythingBelow(folder, isOfRoot)) if (isOfRoot(found)) lchownSync(found.path, uid, gid);
  lchownSync(folder, uid, gid);
};

const WRITTEN_BY_ALL = 0o002;
const STICKY = 0o1000;

/** The path of a file or folder, and the paths of all folders above it. */
const upwards = (path: string): string[] => (dirname(path) === path ? [path] : [path, ...upwards(dirname(path))]);

/** Refuses what someone else could exchange, or would run with the rights of root. @throws VerbError (unsafe) */
export const requireExecutableOfRoot = (executable: string): void => {
  if (process.getuid?.() !== 0) return;
  const paths = new Set([executable, realpathSync(executable)].flatMap(upwards));
  const open = [...paths].find((path) => {
    const { uid, mode } = statSync(path);
    return uid !== 0 || ((mode & WRITTEN_BY_ALL) !== 0 && (mode & STICKY) === 0);
  });
  if (open === undefined) return;
  throw new VerbError(
    `A user other than root can change ${open}, and with it ${executable}, which root would run. Nothing was changed. Give it to ` +
      'root (chown root), or upgrade without root, with --stop-command and --start-command.',
    exit.unsafe,
  );
};
