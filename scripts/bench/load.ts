// The load generator, a separate process. Each line on stdin is a plan; each line on stdout is its result.
// It uses raw sockets with keep-alive and one outstanding request each, so that it needs less CPU than the server.
import type { Socket } from 'bun';

/** What to send and for how long. `{n}` and `{<pool>}` in `path`, `headers` and `body` are replaced for each request. */
export interface Plan {
  readonly port: number;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Values by name. Request k uses combination k: the first pool changes with each request, the next after a full cycle. */
  readonly pools: Readonly<Record<string, readonly string[]>>;
  readonly connections: number;
  /** The k of the first request, so that a plan can continue where an earlier one stopped. */
  readonly first: number;
  /** Seconds before the measurement starts. */
  readonly warmup: number;
  readonly seconds: number;
}

/** The measured responses; times in milliseconds. */
export interface Measure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytesPerResponse: number;
  /** The first k of the next plan. */
  readonly next: number;
}

interface Connection {
  pending: Buffer | undefined;
  sentAt: number;
  /** The length of the whole response; -1 while it is unknown. */
  length: number;
}

const HEAD_END = '\r\n\r\n';

/** The end of a chunked body that starts at `from`, or -1 while it is incomplete. */
const chunkedEnd = (bytes: Buffer, from: number): number => {
  let position = from;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return -1;
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    position = lineEnd + 2 + size + 2;
    if (position > bytes.length) return -1;
    if (size === 0) return position;
  }
};

/** The length of the response at the start of `bytes`, or -1 while it is unknown. */
const responseLength = (bytes: Buffer): number => {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return -1;
  const head = bytes.toString('latin1', 0, headEnd);
  const declared = /\ncontent-length: *(\d+)/i.exec(head);
  if (declared !== null) return headEnd + 4 + Number(declared[1]);
  return /\ntransfer-encoding: *chunked/i.test(head) ? chunkedEnd(bytes, headEnd + 4) : headEnd + 4;
};

/** Returns a function that writes the text of request k. */
const requestsOf = (plan: Plan): ((k: number) => string) => {
  const fill = (template: string): ((k: number) => string) => {
    // Parts with an odd index are names: "/clients/{client}" is split into "/clients/", "client", "".
    const parts = template.split(/\{(\w+)\}/);
    const strides = new Map<string, number>();
    let stride = 1;
    for (const [name, values] of Object.entries(plan.pools)) {
      strides.set(name, stride);
      stride *= values.length;
    }
    const pick = (name: string, k: number): string => {
      const values = plan.pools[name];
      if (values === undefined) return name === 'n' ? String(k) : `{${name}}`;
      return values[Math.floor(k / (strides.get(name) as number)) % values.length] as string;
    };
    return (k) => parts.map((part, index) => (index % 2 === 0 ? part : pick(part, k))).join('');
  };
  const path = fill(plan.path);
  const headers = Object.entries({ Host: `127.0.0.1:${plan.port}`, ...plan.headers });
  const head = fill(headers.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
  if (plan.body === undefined) return (k) => `${plan.method} ${path(k)} HTTP/1.1\r\n${head(k)}\r\n`;
  const body = fill(plan.body);
  return (k) => {
    const text = body(k);
    const framing = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    return `${plan.method} ${path(k)} HTTP/1.1\r\n${head(k)}${framing}\r\n${text}`;
  };
};

/** The value below which `part` of the values are, from 0 to 1; 0 when there are none. */
export const percentile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

const run = async (plan: Plan): Promise<Measure> => {
  const request = requestsOf(plan);
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let bytes = 0;
  let k = plan.first;
  const begin = performance.now() + plan.warmup * 1000;
  const end = begin + plan.seconds * 1000;
  let last = end;
  /** A short measurement on a busy machine goes on until there is something to measure. */
  const isOver = (now: number): boolean => now >= end && times.length > 0;
  const finished = Promise.withResolvers<void>();
  let open = plan.connections;

  const send = (socket: Socket<Connection>, now: number): void => {
    socket.data.sentAt = now;
    socket.data.length = -1;
    socket.write(request(k));
    k += 1;
  };

  const done = (socket: Socket<Connection>, reply: Buffer): void => {
    const now = performance.now();
    if (now >= begin && !isOver(now)) {
      last = Math.max(last, now);
      const status = reply.toString('latin1', 9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      times.push(now - socket.data.sentAt);
      bytes += reply.length;
    }
    if (isOver(now)) socket.end();
    else send(socket, now);
  };

  const handlers = {
    data: (socket: Socket<Connection>, chunk: Buffer): void => {
      const state = socket.data;
      const reply = state.pending === undefined ? chunk : Buffer.concat([state.pending, chunk]);
      if (state.length < 0) state.length = responseLength(reply);
      if (state.length < 0 || reply.length < state.length) {
        // Bun reuses the buffer of a chunk, so it must be copied.
        state.pending = reply === chunk ? Buffer.from(chunk) : reply;
        return;
      }
      state.pending = undefined;
      done(socket, reply);
    },
    close: (): void => {
      open -= 1;
      if (!isOver(performance.now())) finished.reject(new Error('the server closed a connection that it should keep'));
      else if (open === 0) finished.resolve();
    },
    error: (_: Socket<Connection>, error: Error): void => finished.reject(error),
  };

  await Promise.all(
    Array.from({ length: plan.connections }, async () => {
      const data: Connection = { pending: undefined, sentAt: 0, length: -1 };
      const socket = await Bun.connect<Connection>({ hostname: '127.0.0.1', port: plan.port, data, socket: handlers });
      socket.setNoDelay(true);
      send(socket, performance.now());
    }),
  );
  await finished.promise;
  const sorted = Float64Array.from(times).sort();
  return {
    perSecond: (times.length * 1000) / (last - begin),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    statuses,
    bytesPerResponse: times.length === 0 ? 0 : Math.round(bytes / times.length),
    next: k,
  };
};

if (import.meta.main) {
  for await (const line of console) {
    if (line.trim() !== '') console.log(JSON.stringify(await run(JSON.parse(line) as Plan)));
  }
}
