import { join } from 'node:path';
import { newFolder, removeFolder } from './process.ts';

/**
 * A machine of its own for a test: changes below `/etc`, `/var/lib` and `/usr/local` stay in a folder, no systemd runs, and
 * the network is a loopback address whose ports are all free. Ends with its process.
 */
const SET_UP = `
for path in /etc /var/lib /usr/local; do
  mkdir -p "$0$path/upper" "$0$path/work"
  mount -t overlay overlay -o "lowerdir=$path,upperdir=$0$path/upper,workdir=$0$path/work" "$path"
done
[ ! -d /run/systemd ] || mount -t tmpfs tmpfs /run/systemd
ip link set lo up
`;

const started = (folder: string, last: string): string[] => [
  'unshare',
  '--mount',
  '--net',
  'sh',
  '-euc',
  `${SET_UP}${last}`,
  join(folder, 'machine'),
];

/** Whether a test can have a machine of its own: as root on Linux, where mounts are allowed. */
export const canHaveMachine = ((): boolean => {
  if (process.getuid?.() !== 0 || Bun.which('unshare') === null || Bun.which('nsenter') === null) return false;
  const folder = newFolder();
  const { exitCode } = Bun.spawnSync(started(folder, ''), { stdout: 'ignore', stderr: 'ignore' });
  removeFolder(folder);
  return exitCode === 0;
})();

/** A machine of its own. */
export interface OwnMachine {
  /** The words that run a command on it, in the folder `/`. */
  inside(...words: string[]): string[];
  end(): Promise<unknown>;
}

/** @param folder where its changes are kept, to be removed once it has ended. */
export const startMachine = async (folder: string): Promise<OwnMachine> => {
  const child = Bun.spawn(started(folder, 'echo ready; exec sleep infinity'), { stdin: 'ignore', stdout: 'pipe' });
  await child.stdout.getReader().read();
  return {
    inside: (...words) => ['nsenter', '--target', `${child.pid}`, '--mount', '--net', '--', ...words],
    end() {
      child.kill();
      return child.exited;
    },
  };
};
