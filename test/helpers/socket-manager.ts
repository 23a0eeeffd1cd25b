import { expect } from 'bun:test';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, until } from './process.ts';

/**
 * A service manager: listens on a free port, and starts a server with the socket for each line `start` of the FIFO
 * `control`, or sends the server the signal that a line names. It prints what happens as lines of JSON.
 */
const MANAGER = `
import json, os, signal, socket, subprocess, sys, threading
kind, command = sys.argv[1], sys.argv[2:]
s = socket.socket(socket.AF_INET6 if kind == 'ipv6' else socket.AF_INET)
s.bind(('::1' if kind == 'ipv6' else '0.0.0.0' if kind == 'public' else '127.0.0.1', 0))
if kind != 'bound': s.listen(1024)
os.dup2(s.fileno(), 3, inheritable=True)
os.mkfifo('control')
control = os.fdopen(os.open('control', os.O_RDWR))
def say(**facts): print(json.dumps(facts), flush=True)
say(port=s.getsockname()[1])
fds = '2' if kind == 'two' else '1'
def watch(child):
    for line in child.stdout: say(ready=json.loads(line))
    code = child.wait()
    err = open('errors').read()
    if os.path.exists('running'): os.remove('running')
    say(code=code, err=err)
child = None
for line in iter(control.readline, 'quit\\n'):
    if line.strip() == 'start':
        open('running', 'w').close()
        script = 'LISTEN_PID=$$ LISTEN_FDS=%s exec "$@"' % fds
        child = subprocess.Popen(['sh', '-c', script, 'sh', *command], pass_fds=[3], text=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open('errors', 'w'))
        threading.Thread(target=watch, args=[child], daemon=True).start()
    else: child.send_signal(getattr(signal, line.strip()))
if child: child.kill()
`;

export interface Manager {
  readonly port: number;
  /** Starts a server, or sends the server a signal. Anybody may write such a line to the FIFO `control` in its folder. */
  tell(line: 'start' | 'SIGTERM' | 'SIGHUP'): void;
  /** What it said of the servers. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly said: any[];
  /** Waits for the ready line of the server with this number, counted from 1. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  ready(number: number): Promise<any>;
  /** Waits for the end of the server with this number, and returns its exit code and its errors. */
  ended(number: number): Promise<{ code: number; err: string }>;
  stop(): Promise<void>;
}

/** IPv4 of the loopback, IPv6, every address, a socket that does not listen, or one that claims to be two. */
export type SocketKind = 'ipv4' | 'ipv6' | 'public' | 'bound' | 'two';

interface Managing {
  /** Its folder. The file `running` is there while a server runs. */
  readonly cwd: string;
  readonly kind: SocketKind;
  /** What it starts. */
  readonly command: readonly string[];
}

/** Starts a service manager. End it with `stop`. */
export const startSocketManager = async ({ cwd, kind, command }: Managing): Promise<Manager> => {
  const child = Bun.spawn(['python3', '-c', MANAGER, kind, ...command], {
    cwd,
    env: environment(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said: Manager['said'] = [];
  let text = '';
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (let more = await reader.read(); !more.done; more = await reader.read()) {
      const lines = (text + more.value).split('\n');
      text = lines.pop() ?? '';
      said.push(...lines.map((line) => JSON.parse(line)));
    }
  })();
  await until(() => said.length > 0);
  const nth = async (name: string, number: number) => {
    const found = () => said.filter((each) => name in each)[number - 1];
    await until(() => found() !== undefined || (name === 'ready' && said.some(({ code }) => code > 0)));
    return found() ?? expect.unreachable(JSON.stringify(said));
  };
  return {
    port: said[0].port,
    said,
    tell(line) {
      appendFileSync(join(cwd, 'control'), `${line}\n`);
    },
    ready: async (number) => (await nth('ready', number)).ready,
    ended: (number) => nth('code', number),
    async stop() {
      appendFileSync(join(cwd, 'control'), 'quit\n');
      await child.exited;
    },
  };
};
