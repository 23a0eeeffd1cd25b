import { connect, type Socket } from 'node:net';

/** What came back on a connection. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface Parsed extends WireResponse {
  /** Whether the connection can be used again. */
  readonly isKept: boolean;
}

/** Real milliseconds after which a request has no response. */
const PATIENCE_MS = 10_000;
const END_OF_HEAD = '\r\n\r\n';

/** The whole chunks of a body; undefined while the last one has not come. */
const dechunked = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size) || bytes.length < end + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
};

const HEADER = /^[\w!#$%&'*+.^`|~-]+:/;

const hasNoBody = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304;

/** The response at the beginning of what a server has sent; undefined while it is not whole. */
const parse = (bytes: Buffer, method: string, isEnded: boolean): Parsed | undefined => {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + END_OF_HEAD.length);
  // Such as 100 Continue.
  if (status < 200) return parse(rest, method, isEnded);
  const broken = lines.find((line) => !HEADER.test(line));
  if (broken !== undefined) throw new Error(`'${broken}' is no header of a response: ${first}`);
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  const isKept = headers.get('connection') !== 'close';
  const whole = (body: Buffer | undefined, isReusable = isKept): Parsed | undefined =>
    body && { status, headers, body, isKept: isReusable };
  // A stream does not end by itself.
  if (hasNoBody(method, status)) return whole(Buffer.alloc(0));
  if (headers.get('content-type') === 'text/event-stream') return whole(Buffer.alloc(0), false);
  if (headers.get('transfer-encoding') === 'chunked') return whole(dechunked(rest));
  const length = headers.get('content-length');
  if (length !== null) return rest.length < Number(length) ? undefined : whole(rest.subarray(0, Number(length)));
  return isEnded ? whole(rest, false) : undefined;
};

/** A client of HTTP/1.1 that sends bytes as they are, on one connection as long as the server keeps it. */
export class Wire {
  #socket: Socket | undefined;

  constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /**
   * Sends a request, and again on a new connection where the server has closed the old one meanwhile.
   * @throws Error when no whole response comes.
   */
  async request(method: string, bytes: Uint8Array): Promise<WireResponse> {
    const isUsed = this.#socket !== undefined;
    const response =
      (await this.#exchange(method, bytes)) ?? (isUsed ? await this.#exchange(method, bytes) : undefined);
    if (response === undefined) throw new Error('the connection ended without a whole response');
    return response;
  }

  /** Sends what may be no HTTP on a connection of its own. Returns the response; undefined where the server says nothing. */
  async once(method: string, bytes: Uint8Array): Promise<WireResponse | undefined> {
    this.close();
    const response = await this.#exchange(method, bytes, true);
    this.close();
    return response;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #exchange(method: string, bytes: Uint8Array, isLast = false): Promise<WireResponse | undefined> {
    const socket = this.#socket ?? connect(this.port, this.host);
    this.#socket = socket;
    socket.removeAllListeners();
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const finish = (response: Parsed | undefined): void => {
        socket.removeAllListeners();
        socket.on('error', () => {});
        socket.setTimeout(0);
        if (response?.isKept !== true) this.close();
        resolve(response);
      };
      const read = (isEnded: boolean): void => {
        try {
          const response = parse(received, method, isEnded);
          if (response !== undefined || isEnded) finish(response);
        } catch (error) {
          reject(error);
          finish(undefined);
        }
      };
      const ended = (): void => read(true);
      socket.setTimeout(PATIENCE_MS, ended);
      socket.on('error', ended).on('end', ended).on('close', ended);
      socket.on('data', (piece: Buffer) => {
        received = received.length === 0 ? piece : Buffer.concat([received, piece]);
        read(false);
      });
      if (isLast) socket.end(bytes);
      else socket.write(bytes);
    });
  }
}
