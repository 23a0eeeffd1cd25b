import type { Studio } from './api.ts';

/** A message of server-sent events; a comment has only its text. */
export interface Message {
  readonly id?: string;
  readonly event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly data?: any;
  readonly comment?: string;
}

const messageOf = (text: string): Message => {
  const message: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === '') message.comment = value;
    else if (name === 'data') message.data = JSON.parse(value);
    else if (name !== 'retry') message[name] = value;
  }
  return message;
};

/** Reads the messages of a stream one by one. */
export const readerOf = (body: ReadableStream<Uint8Array>) => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    /** The next message; undefined once the stream has ended. */
    async next(): Promise<Message | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const message = messageOf(text.slice(0, end));
          text = text.slice(end + 2);
          return message;
        }
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
      }
    },
    close: () => reader.cancel(),
  };
};

/** Opens a stream of a studio. @throws when it is refused. */
export const openStream = async (studio: Studio, path: string, headers: Record<string, string> = {}) => {
  const init = { headers: { 'x-service-api-key': studio.mainKey, ...headers } };
  const response = await studio.app.fetch(new Request(`http://localhost${path}`, init));
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  return { ...readerOf(response.body), headers: response.headers };
};
