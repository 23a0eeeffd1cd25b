import type { App } from '../../app.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import type { Cancel } from '../../kernel/timer.ts';
import { addressIn, type Libc, openLibc } from './libc.ts';
import type { Log } from './log.ts';

/** How often readiness and a failed check are looked at again, in real milliseconds. */
const CHECK_EVERY_MS = 250;

// From the headers of Linux.
const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 0o2000002;
const MSG_DONTWAIT = 0x40;
const CLOCK_MONOTONIC = 1;
/** `struct sockaddr_un`: the family in 2 bytes, then the path. */
const MAX_PATH_BYTES = 107;

/** An address of the socket in bytes; a leading `@` stands for the zero of an abstract one. */
const socketAddress = (path: string): Uint8Array => {
  const isAbstract = path.startsWith('@');
  const name = Buffer.from(isAbstract ? path.replace('@', '\0') : path);
  if (!(isAbstract || path.startsWith('/')) || name.length > MAX_PATH_BYTES) {
    throw new Error('it must be an absolute path, or @ and a name, of at most 107 bytes');
  }
  const family = Buffer.alloc(2);
  new DataView(family.buffer, family.byteOffset).setUint16(0, AF_UNIX, true);
  // The zero that ends a path is not part of an abstract name.
  return Buffer.concat(isAbstract ? [family, name] : [family, name, Buffer.alloc(1)]);
};

/** Sends one message. `isPatient`: waits while the service manager is busy. Otherwise the message is dropped. */
type Send = (message: string, isPatient: boolean) => void;

const createSend = (libc: Libc, path: string): Send => {
  const address = socketAddress(path);
  const socket = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
  if (socket < 0) throw new Error('a socket cannot be opened');
  return (message, isPatient) => {
    const bytes = Buffer.from(message);
    const flags = isPatient ? 0 : MSG_DONTWAIT;
    const sent = libc.sendto(socket, addressIn(bytes), bytes.length, flags, addressIn(address), address.length);
    if (isPatient && Number(sent) < 0) throw new Error(`${message.split('\n')[0]} cannot be sent to it`);
  };
};

/** The clock by which the service manager orders a reload and its end, in microseconds. */
const monotonicMicroseconds = (libc: Libc): bigint => {
  const time = new BigInt64Array(2);
  libc.clock_gettime(CLOCK_MONOTONIC, addressIn(new Uint8Array(time.buffer)));
  const [seconds = 0n, nanoseconds = 0n] = time;
  return seconds * 1_000_000n + nanoseconds / 1_000n;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Half of the time (ms) after which the service manager ends a silent server; undefined when it does not watch it. */
const watchdogInterval = ({ WATCHDOG_USEC: usec, WATCHDOG_PID: pid }: Environment): number | undefined => {
  if (usec === undefined || !/^[1-9]\d*$/.test(usec)) return undefined;
  if (pid !== undefined && pid !== String(process.pid)) return undefined;
  return Number(usec) / 2_000;
};

/** NOTIFY_SOCKET names it. A failure is a warning in the log: the server works without it too. */
export const connectServiceManager = (environment: Environment, path: string, log: Log) => {
  let cancel: Cancel = () => {};
  let isReady = false;
  let send: Send = () => {};
  let libc: Libc | undefined;
  const warn = (error: unknown): void => log.warn(`the service manager at NOTIFY_SOCKET: ${errorMessage(error)}`);
  const tell = (message: string): void => {
    try {
      send(message, true);
    } catch (error) {
      warn(error);
    }
  };
  try {
    libc = openLibc();
    send = createSend(libc, path);
  } catch (error) {
    warn(error);
  }

  return {
    /** Says `READY=1` as soon as `/readyz` answers 200, and from then on that the server is alive. */
    watch(app: Pick<App, 'isReady' | 'startsJobsInTime'>): void {
      const interval = watchdogInterval(environment);
      const beat = (): void => {
        const isAlive = app.startsJobsInTime();
        if (isAlive) send('WATCHDOG=1', false);
        // A job that is late because the clock was set is due again within a second.
        if (interval !== undefined) cancel = setRealTimeout(isAlive ? interval : CHECK_EVERY_MS, beat);
      };
      const check = (): void => {
        if (!app.isReady()) {
          cancel = setRealTimeout(CHECK_EVERY_MS, check);
          return;
        }
        isReady = true;
        tell('READY=1');
        if (interval !== undefined) beat();
      };
      check();
    },
    /** Reloads the configuration and says when that begins and ends. */
    reloading(reload: () => void): void {
      if (libc !== undefined) tell(`RELOADING=1\nMONOTONIC_USEC=${monotonicMicroseconds(libc)}`);
      reload();
      if (isReady) tell('READY=1');
    },
    stopping(): void {
      cancel();
      tell('STOPPING=1');
    },
  };
};

export type ServiceManager = ReturnType<typeof connectServiceManager>;
