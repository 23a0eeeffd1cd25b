import type { Responses, Target } from './measure.ts';

const count = (answers: Responses, what: string): void => {
  answers[what] = (answers[what] ?? 0) + 1;
};

/** What is sent on one connection: its head and what follows, and whether the connection then stays open without a word. */
interface Sent {
  readonly text: string;
  /** How long the connection waits for a response, in real milliseconds. */
  readonly patience?: number;
}

/** The head of a request. */
export const headOf = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');

const PATIENCE_MS = 60_000;

/** Sends one request on a connection of its own, reads all of its response, and returns its status. */
const exchange = ({ port }: Target, { text, patience = PATIENCE_MS }: Sent): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const end = (otherwise: string): void => resolve(/^HTTP\/1.1 (\d{3})/.exec(received)?.[1] ?? otherwise);
    void Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open(socket) {
          socket.write(text);
          setTimeout(() => {
            end('no answer');
            socket.end();
          }, patience);
        },
        data: (_, bytes) => {
          if (received.length < 16) received += Buffer.from(bytes.subarray(0, 16)).toString('latin1');
        },
        close: () => end('closed'),
        error: () => end('closed'),
        connectError: () => end('refused'),
      },
    }).catch(() => end('refused'));
  });

/** Sends a request many times at once, each on a connection of its own. */
export const atOnce = async (target: Target, times: number, sent: Sent): Promise<Responses> => {
  const answers: Responses = {};
  const all = Array.from({ length: times }, async () => count(answers, await exchange(target, sent)));
  await Promise.all(all);
  return answers;
};

/** Sends requests with `fetch`, all at once. */
export const fetchAll = async (requests: readonly (() => Promise<Response>)[]): Promise<Responses> => {
  const answers: Responses = {};
  await Promise.all(
    requests.map(async (send) => {
      const response = await send();
      await response.bytes();
      count(answers, `${response.status}`);
    }),
  );
  return answers;
};
