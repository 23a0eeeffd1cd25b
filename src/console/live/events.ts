import { later } from '../base/time/now.ts';

/** A message of a stream of server-sent events. */
export interface ServerEvent {
  /** The last id that the stream has said. */
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

interface StreamReader {
  /** What the reader has already: what came after it comes first. */
  readonly lastId: string | undefined;
  readonly onOpen: () => void;
  readonly onLost: () => void;
  /** No one is signed in anymore: it is not tried again. */
  readonly onRefused: () => void;
  readonly onEvent: (event: ServerEvent) => void;
}

const RETRY_MS = 3_000;
/** After a refusal that passes, such as too many streams. */
const REFUSED_MS = 20_000;

/** The messages in a text, each ended by an empty line. */
const eventOf = (block: string, id: string | undefined): ServerEvent => {
  let [type, lastId] = ['message', id];
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') type = value;
    else if (field === 'id') lastId = value;
    else if (field === 'data') data.push(value);
  }
  return { id: lastId, type, data: data.join('\n') };
};

/**
 * Follows a stream of server-sent events, and connects again whenever it ends. An `EventSource` would forget what it has had when
 * another tab goes on, so that the stream is read by hand. A session that has ended is not tried again.
 * @returns what ends it.
 */
export const subscribe = (
  url: string,
  { lastId: first, onOpen, onLost, onRefused, onEvent }: StreamReader,
): (() => void) => {
  const ended = new AbortController();
  let lastId = first;
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = `${text}${decoder.decode(piece.value, { stream: true })}`.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block, lastId);
        lastId = event.id;
        if (event.data !== '') onEvent(event);
      }
    }
  };
  const connect = async (): Promise<number | undefined> => {
    const headers = { accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) };
    const response = await fetch(url, { headers, cache: 'no-store', signal: ended.signal });
    if (response.status === 401 || response.status === 403) return undefined;
    if (!response.ok || response.body === null) return REFUSED_MS;
    onOpen();
    await read(response.body);
    return RETRY_MS;
  };
  let endWait = (): void => {};
  const reconnect = async (): Promise<void> => {
    const wait = await connect().catch(() => RETRY_MS);
    if (ended.signal.aborted) return;
    onLost();
    if (wait === undefined) onRefused();
    else endWait = later(() => void reconnect(), wait);
  };
  void reconnect();
  return () => {
    ended.abort();
    endWait();
  };
};
