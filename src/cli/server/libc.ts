import { dlopen, type Pointer, ptr } from 'bun:ffi';

// Bun has no datagram sockets of the family AF_UNIX, and does not listen on a socket that it did not open. These few
// functions of the C library do both, and report whether an output takes a whole line. Linux numbers are the same on x64
// and arm64, with glibc and with musl.

const LIBRARIES = ['libc.so.6', process.arch === 'arm64' ? 'libc.musl-aarch64.so.1' : 'libc.musl-x86_64.so.1'] as const;

const FUNCTIONS = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
  dup3: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  epoll_ctl: { args: ['i32', 'i32', 'i32', 'ptr'], returns: 'i32' },
  poll: { args: ['ptr', 'u64', 'i32'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' },
} as const;

/** @throws Error on other systems than Linux. */
export const openLibc = () => {
  if (process.platform !== 'linux') throw new Error(`it is possible on Linux only, not on ${process.platform}`);
  const errors: string[] = [];
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, FUNCTIONS).symbols;
    } catch (error) {
      errors.push(String(error));
    }
  }
  throw new Error(`the C library cannot be loaded (${errors.join('; ')})`);
};

/** The functions of the C library. A result of -1 is a failure. */
export type Libc = ReturnType<typeof openLibc>;

/** The address of the bytes in memory. They must be referred to until the call has returned. */
export const addressIn = (bytes: Uint8Array): Pointer => ptr(bytes);
