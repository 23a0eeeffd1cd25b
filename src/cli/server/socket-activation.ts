import { readFileSync } from 'node:fs';
import { descriptorsOf } from '../../database/descriptors.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { VerbError } from '../verb.ts';
import { addressIn, type Libc, openLibc } from './libc.ts';

// Socket activation (sd_listen_fds(3)): the service manager listens, and passes the socket as descriptor 3. While no
// server runs, connections wait in the queue of that socket, so a restart refuses none.
//
// Bun listens only on sockets that it opens. So it opens one on a free port of the loopback, and the inherited socket
// takes its place: the same descriptor, watched by the same epoll with the same data. Every step is checked, because a
// server that seems to listen and does not is worse than one that does not start.

// From the headers of Linux.
const INHERITED = 3;
const [AF_INET, AF_INET6] = [2, 10];
const SOL_SOCKET = 1;
const [SO_TYPE, SO_ACCEPTCONN] = [3, 30];
const SOCK_STREAM = 1;
const [F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC] = [2, 3, 4, 1030];
const [FD_CLOEXEC, O_NONBLOCK, O_CLOEXEC] = [1, 0o4000, 0o2000000];
const [EPOLL_CTL_ADD, EPOLL_CTL_DEL] = [1, 2];
/** Where the data of `struct epoll_event` is; the structure is packed on x64 only. */
const EPOLL_DATA_AT = process.arch === 'x64' ? 4 : 8;

export interface InheritedSocket {
  /** The address and the port on which it listens. */
  readonly host: string;
  readonly port: number;
  /** Makes `server`, which listens on another port, accept the connections of this socket instead. @throws VerbError */
  adopt(server: Bun.Server<undefined>): Adopted;
}

/** A server that accepts the connections of the inherited socket. */
export interface Adopted {
  /** Accepts no more connections, which then wait for the next server. Open ones continue. */
  release(): void;
}

const refuse = (reason: string): never => {
  throw new VerbError(`The socket cannot be used: ${reason}.`);
};

const isSet = (libc: Libc, descriptor: number, option: number, wanted: number): boolean => {
  const [value, size] = [new Int32Array(1), new Uint32Array([4])];
  const [at, sizeAt] = [addressIn(new Uint8Array(value.buffer)), addressIn(new Uint8Array(size.buffer))];
  return libc.getsockopt(descriptor, SOL_SOCKET, option, at, sizeAt) === 0 && value[0] === wanted;
};

/** The address of a socket of the internet; undefined for any other. */
const addressOf = (libc: Libc, descriptor: number): { host: string; port: number } | undefined => {
  const bytes = new Uint8Array(128);
  const size = new Uint32Array([bytes.length]);
  if (libc.getsockname(descriptor, addressIn(bytes), addressIn(new Uint8Array(size.buffer))) !== 0) return undefined;
  const view = new DataView(bytes.buffer);
  const [family, port] = [view.getUint16(0, true), view.getUint16(2)];
  if (family === AF_INET) return { host: bytes.slice(4, 8).join('.'), port };
  if (family !== AF_INET6) return undefined;
  const groups = Array.from({ length: 8 }, (_, index) => view.getUint16(8 + 2 * index).toString(16));
  return { host: new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1), port };
};

interface Watch {
  readonly epoll: number;
  readonly event: Uint8Array;
}

const watchesOf = (descriptor: number): Watch[] =>
  descriptorsOf('anon_inode:[eventpoll]').flatMap((epoll) =>
    readFileSync(`/proc/self/fdinfo/${epoll}`, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, target, events, data] = /^tfd:\s*(\d+) events:\s*([\da-f]+) data:\s*([\da-f]+)/.exec(line) ?? [];
        if (Number(target) !== descriptor) return [];
        const event = new Uint8Array(EPOLL_DATA_AT + 8);
        const view = new DataView(event.buffer);
        view.setUint32(0, Number.parseInt(events ?? '', 16), true);
        view.setBigUint64(EPOLL_DATA_AT, BigInt(`0x${data}`), true);
        return { epoll, event };
      }),
  );

/** The descriptor on which a server listens, and how the event loop watches it. @throws VerbError when that is not plain. */
const listenerOf = (libc: Libc, server: Bun.Server<undefined>, except?: number) => {
  const listening = descriptorsOf('socket:').filter(
    (each) => each !== except && isSet(libc, each, SO_ACCEPTCONN, 1) && addressOf(libc, each)?.port === server.port,
  );
  const [descriptor] = listening;
  if (descriptor === undefined || listening.length > 1) {
    return refuse(`${listening.length} descriptors listen on port ${server.port} instead of one`);
  }
  const watches = watchesOf(descriptor);
  const [watch] = watches;
  if (watch === undefined || watches.length > 1) {
    return refuse(`the event loop watches the listening descriptor ${watches.length} times instead of once`);
  }
  const release = (): void => {
    libc.epoll_ctl(watch.epoll, EPOLL_CTL_DEL, descriptor, addressIn(watch.event));
  };
  return { descriptor, ...watch, release };
};

const adopt = (libc: Libc, source: number, server: Bun.Server<undefined>): Adopted => {
  const { descriptor, epoll, event, release } = listenerOf(libc, server, source);
  // Closes the socket that Bun opened, which also ends its watch. Children must not inherit the new one.
  if (libc.dup3(source, descriptor, O_CLOEXEC) !== descriptor) refuse('it cannot be duplicated');
  if (libc.epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, addressIn(event)) !== 0) refuse('it cannot be watched');
  if (watchesOf(descriptor).length !== 1) refuse('the event loop does not watch it');
  return { release };
};

/** The listening socket of a server of this process, for the server that takes its place. */
export interface OwnSocket extends Pick<InheritedSocket, 'adopt'> {
  readonly first: Adopted;
  /** Closes it, once its servers are closed too. */
  close(): void;
}

/** The socket on which `server` listens. @throws VerbError or Error where it cannot be passed on, as on other systems. */
export const socketOf = (server: Bun.Server<undefined>): OwnSocket => {
  const libc = openLibc();
  const { descriptor, release } = listenerOf(libc, server);
  const kept = libc.fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (kept < 0) return refuse('it cannot be duplicated');
  return { first: { release }, adopt: (next) => adopt(libc, kept, next), close: () => void libc.close(kept) };
};

/** `count` is LISTEN_FDS. @throws VerbError for anything but one listening TCP socket. */
export const inheritedSocket = (count: string): InheritedSocket => {
  if (count !== '1') return refuse(`it passes ${count} sockets, but studiod listens on one. Keep one ListenStream=`);
  let libc: Libc;
  try {
    libc = openLibc();
  } catch (error) {
    return refuse(errorMessage(error));
  }
  const address = addressOf(libc, INHERITED);
  const isListening = isSet(libc, INHERITED, SO_TYPE, SOCK_STREAM) && isSet(libc, INHERITED, SO_ACCEPTCONN, 1);
  if (address === undefined || !isListening) {
    return refuse('descriptor 3 is not a listening TCP socket. Use ListenStream= with a port, and Accept=no');
  }
  const flags = libc.fcntl(INHERITED, F_GETFL, 0);
  const isPrepared =
    flags >= 0 &&
    libc.fcntl(INHERITED, F_SETFL, flags | O_NONBLOCK) === 0 &&
    libc.fcntl(INHERITED, F_SETFD, FD_CLOEXEC) === 0;
  if (!isPrepared) refuse('its flags cannot be set');
  return { ...address, adopt: (server) => adopt(libc, INHERITED, server) };
};
