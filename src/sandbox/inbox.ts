import type { AnyElysia } from 'elysia';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { router } from '../http/operations/mount.ts';
import { parseQuery } from '../http/query-string.ts';
import { checked } from '../http/validation.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoInstant } from '../kernel/clock.ts';
import { invalidParam, Problem } from '../kernel/problem.ts';
import { flag, integer, optional, part, url } from '../kernel/schemas.ts';

/** What an inbox keeps, and how many inboxes there may be: the oldest go first. */
const MOST_MESSAGES = 1_000;
const MOST_INBOXES = 100;

interface Message {
  readonly id: string;
  readonly object: 'sandbox_message';
  readonly receivedAt: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw text, as the signature covers it. */
  readonly body: string;
  /** The status it was answered with; null while it hangs. */
  readonly answered: number | null;
}

/** The part of Elysia's context by which an answer is shaped. */
interface Answering {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

const Script = checked(
  part({
    respond: optional(integer(200, 599)),
    times: optional(integer(1, 1_000_000)),
    hang: optional(flag()),
    redirect: optional(url()),
  }),
);

/** A receiver for webhooks that does as it is told by the URL that was registered. */
export class Inbox {
  readonly #inboxes = new Map<string, Message[]>();
  readonly #played = new Map<string, number>();
  readonly #hanging = new Set<() => void>();
  #count = 0;

  constructor(readonly clock: Clock) {}

  list(name: string): readonly Message[] {
    return this.#inboxes.get(name) ?? [];
  }

  empty(name: string): void {
    this.#inboxes.delete(name);
    for (const key of this.#played.keys()) if (key.startsWith(`${name}?`)) this.#played.delete(key);
  }

  /** Lets go of every request that hangs. */
  release(): void {
    for (const letGo of this.#hanging) letGo();
    this.#hanging.clear();
  }

  /** Keeps what arrived and answers by the script in its query. */
  async receive(name: string, request: Request, set: Answering): Promise<object> {
    const script = parseQuery(request.url, Script);
    const body = await request.text();
    if (body.length > MAX_BODY_BYTES) throw new Problem(413, 'body_too_large', 'An inbox takes at most 1 MiB.');
    const { search } = new URL(request.url);
    const isScripted = this.#play(`${name}${search}`, script.times);
    const hangs = isScripted && script.hang === true;
    const redirect = isScripted ? script.redirect : undefined;
    const answered = redirect === undefined ? ((isScripted ? script.respond : undefined) ?? 200) : 302;
    this.#keep(name, {
      id: `msg_${++this.#count}`,
      object: 'sandbox_message',
      receivedAt: isoInstant(this.clock.now()),
      query: search.slice(1),
      headers: Object.fromEntries(request.headers),
      body,
      answered: hangs ? null : answered,
    });
    if (hangs) await this.#hang(request.signal);
    if (redirect !== undefined) set.headers.location = redirect;
    set.status = answered;
    return { received: true };
  }

  /** Whether the script still applies: `times` counts from the first request with this very query. */
  #play(key: string, times: number | undefined): boolean {
    const played = (this.#played.get(key) ?? 0) + 1;
    this.#played.set(key, played);
    return times === undefined || played <= times;
  }

  #keep(name: string, message: Message): void {
    const messages = this.#inboxes.get(name) ?? [];
    messages.push(message);
    if (messages.length > MOST_MESSAGES) messages.shift();
    this.#inboxes.set(name, messages);
    if (this.#inboxes.size > MOST_INBOXES) this.empty(this.#inboxes.keys().next().value as string);
  }

  #hang(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const letGo = () => {
        this.#hanging.delete(letGo);
        resolve();
      };
      this.#hanging.add(letGo);
      signal.addEventListener('abort', letGo, { once: true });
    });
  }
}

const NAME = /^[\w.-]{1,64}$/;

const named = (params: { name: string }): string => {
  if (NAME.test(params.name)) return params.name;
  throw invalidParam('name', 'The name of an inbox is 1 to 64 letters, digits, dots, dashes or underscores.');
};

const raw = { parse: 'none' } as const;

/** `/sandbox/inbox/{name}`: POST receives, GET lists what arrived, oldest first, DELETE empties. */
export const inboxRoutes = (inbox: Inbox): AnyElysia =>
  router('/inbox')
    .post('/:name', async ({ params, request, set }) => inbox.receive(named(params), request, set), raw)
    .get('/:name', ({ params }) => ({
      object: 'list',
      url: `/sandbox/inbox/${named(params)}`,
      data: inbox.list(named(params)),
      hasMore: false,
      nextCursor: null,
      previousCursor: null,
    }))
    .delete('/:name', ({ params }) => {
      inbox.empty(named(params));
      return { id: params.name, object: 'sandbox_inbox', deleted: true };
    });
