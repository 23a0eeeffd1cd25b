import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dispatch } from './cli/dispatch.ts';
import type { Worker } from './cli/verb.ts';

/** The signals that stop a program; without a handler each ends it on the spot. HUP is `onHangup`. */
const STOPS = [
  'SIGTERM',
  'SIGINT',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGVTALRM',
  'SIGPROF',
  'SIGIO',
  'SIGXCPU',
] as const;
/** Who sends one of these a second time does not want to wait. */
const IMPATIENT: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGQUIT']);

/** Whether the process has a terminal that ends its programs when it closes. */
const hasTerminal = (): boolean => {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
};

/** Whether the process was started to ignore HUP, as by nohup. A handler takes that back. */
const ignoresHangup = (): boolean => {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
    return BigInt(`0x${ignored}`) % 2n === 1n;
  } catch {
    return false;
  }
};

let reload: (() => void) | undefined;

/** HUP says that the terminal was closed, or asks a server to read files again. */
const onHangup = (stop: (signal: string) => void): void => {
  const isOfTerminal = !ignoresHangup() && hasTerminal();
  process.on('SIGHUP', () => {
    if (reload === undefined || (isOfTerminal && !hasTerminal())) stop('SIGHUP');
    else reload();
  });
};

/** The first signal starts an orderly stop; a second TERM, INT or QUIT ends the process immediately. */
const onStop = (stop: (signal: string) => void): void => {
  let isStopping = false;
  const stopOnce = (signal: string): void => {
    if (!isStopping) stop(signal);
    isStopping = true;
  };
  for (const signal of STOPS) {
    process.on(signal, () => {
      if (isStopping && IMPATIENT.has(signal)) process.exit(1);
      stopOnce(signal);
    });
  }
  onHangup(stopOnce);
};

const tryProgram = (name: string, ...args: readonly string[]): void => {
  const program = Bun.which(name);
  if (program !== null) Bun.spawnSync([program, ...args]);
};

/**
 * Lets other processes go first. The disk serves the class `idle` (3) when no one else asks. With the policy SCHED_IDLE the
 * verb gets less of a busy processor than with nice 19, and another process that wakes up runs immediately. Where the machine
 * refuses these, the verb runs as any other.
 */
const giveWay = (): void => {
  const { constants, setPriority } = process.getBuiltinModule('node:os');
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The work is the same, only its speed is not.
  }
  tryProgram('ionice', '-c', '3', '-p', `${process.pid}`);
  tryProgram('chrt', '-i', '-p', '0', `${process.pid}`);
};

/** Gives the rights of root up: groups first, since only root may change them. All threads of the process get the user. */
const becomeUser = ({ name, uid, gid }: Worker): void => {
  if (name === undefined) process.setgroups?.([gid]);
  else process.initgroups?.(name, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid) throw new Error('the rights of root are still there');
};

/** Whether a file descriptor is a terminal. Only a device is asked, since that loads the sockets of Node: 5 ms of a start. */
const isTerminal = (descriptor: number): boolean =>
  fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);

const askSecret = (question: string): Promise<string | undefined> => {
  const { stdin } = process;
  // First, or the first typed characters would be shown.
  stdin.setRawMode(true);
  writeSync(2, question);
  stdin.setEncoding('utf8');
  return new Promise((resolve) => {
    let text = '';
    const end = (result: string | undefined): void => {
      stdin.off('data', read);
      stdin.setRawMode(false);
      stdin.pause();
      writeSync(2, '\n');
      resolve(result);
    };
    const take = (character: string): void => {
      if (character === '\r' || character === '\n') end(text);
      else if (character === '\u0003' || character === '\u0004') end(undefined);
      else if (character === '\u007f' || character === '\b') text = Array.from(text).slice(0, -1).join('');
      else text += character;
    };
    const read = (typed: string): void => Array.from(typed).forEach(take);
    stdin.on('data', read);
    stdin.resume();
  });
};

const code = await dispatch(process.argv.slice(2), {
  machine: '/',
  environment: process.env,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  draw: (text) => writeSync(2, text),
  readInput: () => Bun.stdin.arrayBuffer(),
  askSecret,
  readLines: () => console,
  isTerminal: {
    get input() {
      return isTerminal(0);
    },
    get output() {
      return isTerminal(1);
    },
    get error() {
      return isTerminal(2);
    },
  },
  onStop,
  onReload(given) {
    reload = given;
  },
  giveWay,
  keepFilesPrivate: () => process.umask(0o077),
  becomeUser: process.geteuid?.() === 0 ? becomeUser : undefined,
});
process.exit(code);
