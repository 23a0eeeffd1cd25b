import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { errorCode } from '../../kernel/errors.ts';
import type { Libc } from './libc.ts';

/** Writes the first bytes that an output takes without waiting, and returns their number. @throws Error of a closed output. */
export type WriteReady = (bytes: Uint8Array) => number;

/** A pipe or a socket that is ready takes this many bytes in one write (PIPE_BUF). */
const READY_BYTES = 4_096;
const POLLOUT = 4;
const POLLFD_BYTES = 8;

const writeAll =
  (descriptor: number): WriteReady =>
  (bytes) =>
    writeSync(descriptor, bytes);

/**
 * Opens a pipe or a terminal once more, without waiting for its reader. The descriptor that other processes have, such as
 * a shell, stays as it is: only what is opened here does not wait. Undefined for a socket, and for one of another user.
 */
const reopened = (descriptor: number): WriteReady | undefined => {
  let own: number;
  try {
    own = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
  return (bytes) => {
    try {
      return writeSync(own, bytes);
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') return 0;
      throw error;
    }
  };
};

const pollerOf = (
  { poll }: Libc,
  addressIn: (bytes: Uint8Array) => Parameters<Libc['poll']>[0],
  descriptor: number,
) => {
  const asked = new DataView(new ArrayBuffer(POLLFD_BYTES));
  asked.setInt32(0, descriptor, true);
  asked.setInt16(4, POLLOUT, true);
  // An output that is closed is ready too: the write says so.
  return (): boolean => poll(addressIn(new Uint8Array(asked.buffer)), 1, 0) > 0;
};

/**
 * Asks before each piece whether the output is ready for it: a socket, such as the one of journald, cannot be opened again.
 * Nothing is ready until the C library is loaded, which no start waits for.
 */
const polled = (descriptor: number): WriteReady => {
  let isReady = (): boolean => false;
  void import('./libc.ts')
    .then(({ openLibc, addressIn }) => {
      isReady = pollerOf(openLibc(), addressIn, descriptor);
    })
    // Without that library a write waits for its reader.
    .catch(() => {
      isReady = () => true;
    });
  return (bytes) => (isReady() ? writeSync(descriptor, bytes.subarray(0, READY_BYTES)) : 0);
};

/**
 * How to write on stdout (1) or stderr (2) without waiting for whoever reads it. A file takes everything in one write. On other
 * systems than Linux a write waits for its reader.
 */
export const readyOutput = (descriptor: number): WriteReady => {
  const status = fstatSync(descriptor);
  const hasReader = status.isFIFO() || status.isSocket() || status.isCharacterDevice();
  if (!hasReader || process.platform !== 'linux') return writeAll(descriptor);
  return (status.isSocket() ? undefined : reopened(descriptor)) ?? polled(descriptor);
};
