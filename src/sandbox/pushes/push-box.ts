import { type Clock, isoInstant, setRealTimeout } from '../../kernel/clock.ts';
import type { OutgoingPush } from '../../resources/messages/push/transport.ts';

/** The oldest notifications are removed first. */
const MAX_PUSHES = 1_000;

/** Hosts that are of no one (RFC 2606): what goes there is kept here alone. */
const RESERVED = /(?:^|\.)(?:example|invalid|test|example\.(?:com|net|org))$/;

/** A notification as the device shows it, and as its push service gets it. */
interface KeptPush {
  readonly id: string;
  readonly object: 'sandbox_push';
  readonly sentAt: string;
  readonly messageId: string;
  readonly kind: OutgoingPush['kind'];
  readonly clientId: string;
  readonly subscriptionId: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

/** Keeps what the studio sends to devices, as the mailbox keeps emails. */
export class PushBox {
  #pushes: KeptPush[] = [];
  #count = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Keeps a notification. Returns whether its push service is of no one, so that nothing is sent. */
  keep({ messageId, kind, clientId, subscriptionId, notification, request }: OutgoingPush): boolean {
    this.#count += 1;
    const { title, body, url } = notification;
    this.#pushes.push({
      id: `push_${this.#count}`,
      object: 'sandbox_push',
      sentAt: isoInstant(this.clock.now()),
      messageId,
      kind,
      clientId,
      subscriptionId,
      title,
      body,
      url,
      request: { ...request, body: Buffer.from(request.body).toString('base64') },
    });
    this.#pushes = this.#pushes.slice(-MAX_PUSHES);
    this.release();
    return RESERVED.test(new URL(request.url).hostname);
  }

  /** The notifications, oldest first. */
  list(): readonly KeptPush[] {
    return this.#pushes;
  }

  empty(): void {
    this.#pushes = [];
  }

  /** The notifications. Without any, it waits for the next one, for at most `seconds` of real time. */
  async listOrWait(seconds: number, signal: AbortSignal): Promise<readonly KeptPush[]> {
    if (seconds > 0 && this.#pushes.length === 0) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          cancel();
          this.#waiting.delete(end);
          resolve();
        };
        const cancel = setRealTimeout(seconds * 1000, end);
        this.#waiting.add(end);
        signal.addEventListener('abort', end, { once: true });
      });
    }
    return this.list();
  }

  /** Lets no one wait any longer. */
  release(): void {
    for (const end of [...this.#waiting]) end();
  }
}
