import net, { type Socket } from 'node:net';
import { join } from 'node:path';

/** As many connections as a listener's queue may hold on any system here. */
const MOST = 5_000;
/** A connection that is not made within this time (real ms) is swallowed. */
const SWALLOWED_MS = 200;

const connects = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    // After a stall of the machine the timer comes before the event of a connection that was made in time.
    const timer = setTimeout(() => setTimeout(() => resolve(false), 20), SWALLOWED_MS);
    socket.on('error', () => {});
    socket.on('connect', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });

/** An address where a connection is neither accepted nor rejected: its process is stopped, and its queue is full. */
export interface BlackHole {
  close(): Promise<void>;
}

export const openBlackHole = async (host: string, port: number): Promise<BlackHole> => {
  const command = [process.execPath, join(import.meta.dir, 'listen-only.ts'), host, String(port)];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  await child.stdout.getReader().read();
  child.kill('SIGSTOP');
  const sockets: Socket[] = [];
  do sockets.push(net.connect(port, host));
  while (sockets.length < MOST && (await connects(sockets.at(-1) as Socket)));
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await child.exited;
    },
  };
};
