import type { AnyElysia } from 'elysia';
import { bodyTooLarge, MAX_BODY_BYTES } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { listQuery, listResponse, parsePageRequest } from '../http/paging.ts';
import { parseQuery } from '../http/query-string.ts';
import { validatorFor } from '../http/validation.ts';
import { readBytes } from '../kernel/bounded-body.ts';
import { type Clock, isoInstant, setRealTimeout } from '../kernel/clock.ts';
import { invalidParam } from '../kernel/problem.ts';
import { flag, integer, object, optional, type Static, url } from '../kernel/schemas.ts';
import { pageOfAll } from '../records/pages.ts';

/** The oldest messages of an inbox, and the oldest inboxes, are removed first. */
const MAX_MESSAGES = 1_000;
const MAX_INBOXES = 100;
/** The longest wait for a message, in real seconds. */
const MAX_WAIT = 30;

interface Message {
  readonly id: string;
  readonly object: 'sandbox_message';
  readonly receivedAt: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the response; null for a request that hangs. */
  readonly answered: number | null;
}

interface ResponseSettings {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

const script = object(() => ({
  respond: optional(integer(200, 599)),
  times: optional(integer(1, 1_000_000)),
  hang: optional(flag()),
  redirect: optional(url()),
}));
const Script = validatorFor(script);
const ListQuery = validatorFor(listQuery({ wait: optional(integer(0, MAX_WAIT)) }));

const responseOf = ({ respond, redirect }: Static<typeof script>) =>
  redirect === undefined ? { status: respond ?? 200 } : { status: 302, redirect };

/** Receives webhooks and responds as the query of the registered URL says. */
export class Inbox {
  readonly #inboxes = new Map<string, Message[]>();
  /** How often each query was received, by inbox and query. */
  readonly #requests = new Map<string, number>();
  readonly #held = new Set<() => void>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #count = 0;

  constructor(readonly clock: Clock) {}

  list(name: string): readonly Message[] {
    return this.#inboxes.get(name) ?? [];
  }

  empty(name: string): void {
    this.#inboxes.delete(name);
    for (const key of this.#requests.keys()) if (key.startsWith(`${name}?`)) this.#requests.delete(key);
  }

  /** The messages. Without messages, it waits for the next one, for at most `seconds` of real time. */
  async listOrWait(name: string, seconds: number, signal: AbortSignal): Promise<readonly Message[]> {
    if (seconds > 0 && this.list(name).length === 0) await this.#untilNext(name, seconds, signal);
    return this.list(name);
  }

  release(): void {
    for (const end of [...this.#held]) end();
  }

  /** Stores a message and responds by the script in its query. */
  async receive(name: string, request: Request, response: ResponseSettings): Promise<object> {
    const given = parseQuery(request.url, Script);
    const body = Buffer.from(await readBytes(request, MAX_BODY_BYTES, () => bodyTooLarge())).toString('utf8');
    const { search } = new URL(request.url);
    const active = this.#isActive(`${name}${search}`, given.times) ? given : {};
    const { status, redirect } = responseOf(active);
    const hangs = active.hang === true;
    this.#add(name, {
      id: `msg_${++this.#count}`,
      object: 'sandbox_message',
      receivedAt: isoInstant(this.clock.now()),
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      body,
      answered: hangs ? null : status,
    });
    if (hangs) await this.#hold(request.signal);
    if (redirect !== undefined) response.headers.location = redirect;
    response.status = status;
    return { received: true };
  }

  /** Whether the script still applies: `times` counts requests with the same query. */
  #isActive(key: string, times: number | undefined): boolean {
    const count = (this.#requests.get(key) ?? 0) + 1;
    this.#requests.set(key, count);
    return times === undefined || count <= times;
  }

  #add(name: string, message: Message): void {
    const messages = this.#inboxes.get(name) ?? [];
    messages.push(message);
    if (messages.length > MAX_MESSAGES) messages.shift();
    this.#inboxes.set(name, messages);
    const [oldest] = this.#inboxes.keys();
    if (this.#inboxes.size > MAX_INBOXES && oldest !== undefined) this.empty(oldest);
    for (const end of [...(this.#waiting.get(name) ?? [])]) end();
  }

  async #untilNext(name: string, seconds: number, signal: AbortSignal): Promise<void> {
    let finish = () => {};
    const held = this.#hold(signal, (end) => {
      finish = end;
    });
    const others = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, others.add(finish));
    const cancel = setRealTimeout(seconds * 1000, finish);
    await held;
    cancel();
    others.delete(finish);
    if (others.size === 0) this.#waiting.delete(name);
  }

  /** Resolves when the request is released or aborted, or when the function that `onEnd` gets is called. */
  #hold(signal: AbortSignal, onEnd: (end: () => void) => void = () => {}): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#held.delete(end);
        resolve();
      };
      this.#held.add(end);
      signal.addEventListener('abort', end, { once: true });
      onEnd(end);
    });
  }
}

const NAME = /^[\w.-]{1,64}$/;

const nameOf = (params: { name: string }): string => {
  if (NAME.test(params.name)) return params.name;
  throw invalidParam('name', 'The name of an inbox must be 1 to 64 letters, digits, dots, dashes, or underscores.', {
    reason: 'not_accepted',
  });
};

/**
 * `/sandbox/inbox/{name}`: POST receives a message, GET lists the messages, oldest first, DELETE removes them. With
 * `?wait=5`, GET waits up to five seconds for the first message. Without a `limit` it has all messages, so that a test that
 * counts them misses none.
 */
export const inboxRoutes = (inbox: Inbox): AnyElysia =>
  router('/inbox')
    .post('/:name', async ({ params, request, set }) => inbox.receive(nameOf(params), request, set), { parse: 'none' })
    .get('/:name', async ({ params, request }) => {
      const { wait = 0, ...query } = parseQuery(request.url, ListQuery);
      const name = nameOf(params);
      const page = { ...parsePageRequest(query), limit: query.limit ?? MAX_MESSAGES };
      const messages = await inbox.listOrWait(name, wait, request.signal);
      return listResponse(`/sandbox/inbox/${name}`, pageOfAll(messages, page), (message) => message);
    })
    .delete('/:name', ({ params }) => {
      inbox.empty(nameOf(params));
      return { id: params.name, object: 'sandbox_inbox', deleted: true };
    });
