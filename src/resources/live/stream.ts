import type { Caller } from '../../kernel/caller.ts';

/** Why a stream ends. A browser reconnects automatically, except after `signed_out`. */
export type EndReason = 'signed_out' | 'rights_changed' | 'renew' | 'too_slow' | 'stopping';

/** Pieces that wait for a reader who does not read. Each is a few hundred bytes. */
const MOST_WAITING = 1_000;

/** What decides what a stream may send: when it changes, the stream ends. */
const rightsOf = (caller: Caller): string =>
  JSON.stringify([
    caller.kind,
    caller.credentialId,
    [...caller.scopes].sort(),
    caller.siteIds === null ? null : [...caller.siteIds].sort(),
    caller.kind === 'staff' ? [caller.actor.staffId, ...[...caller.actor.permissions].sort()] : null,
  ]);

interface StreamOptions<Change> {
  readonly caller: Caller;
  readonly address: string;
  /** What the caller gets of a change; undefined for a change that does not concern the caller. */
  readonly tell: (change: Change) => string | undefined;
  /** The caller of the same request now; undefined when the credential has ended or may no longer listen. */
  readonly callerNow: () => Caller | undefined;
  /** A monotonic reading, ms, after which the reader connects again. */
  readonly endsAt: number;
  readonly onEnd: (stream: LiveStream<Change>) => void;
}

export class LiveStream<Change> {
  readonly body: ReadableStream<Uint8Array>;
  readonly credentialId: string;
  readonly address: string;
  readonly endsAt: number;
  readonly #encoder = new TextEncoder();
  readonly #rights: string;
  readonly #options: StreamOptions<Change>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(options: StreamOptions<Change>) {
    const { caller, address, endsAt } = options;
    this.#options = options;
    this.credentialId = caller.credentialId;
    this.address = address;
    this.endsAt = endsAt;
    this.#rights = rightsOf(caller);
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#close(),
    });
  }

  /** Sends text. A reader who does not read is let go. */
  send(text: string): void {
    if (this.#controller === undefined) return;
    if ((this.#controller.desiredSize ?? 0) < -MOST_WAITING) this.end('too_slow');
    else this.#controller.enqueue(this.#encoder.encode(text));
  }

  /** Sends what the caller gets of changes, unless the stream has to end. */
  tell(changes: readonly Change[]): void {
    const texts = changes.flatMap((change) => this.#options.tell(change) ?? []);
    if (texts.length > 0 && this.check()) this.send(texts.join(''));
  }

  /** Ends the stream unless the credential still has the rights with which it began. Returns whether it continues. */
  check(): boolean {
    const now = this.#options.callerNow();
    if (now !== undefined && rightsOf(now) === this.#rights) return true;
    this.end(now === undefined ? 'signed_out' : 'rights_changed');
    return false;
  }

  end(reason: EndReason): void {
    if (this.#controller === undefined) return;
    const controller = this.#controller;
    this.#close();
    try {
      controller.enqueue(this.#encoder.encode(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`));
      controller.close();
    } catch {
      // The reader has gone away.
    }
  }

  #close(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.#options.onEnd(this);
  }
}
