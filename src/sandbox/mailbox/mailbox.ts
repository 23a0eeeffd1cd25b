import { type Clock, isoInstant, setRealTimeout } from '../../kernel/clock.ts';
import { isReservedAddress, type Mail, type MailTransport } from '../../mail/transport.ts';

/** The oldest emails are removed first. */
const MAX_MAILS = 1_000;

/** An email of the studio, with the envelope that a mail server gets. */
export interface KeptMail extends Mail {
  readonly id: string;
  readonly object: 'sandbox_mail';
  readonly from: string;
  readonly sentAt: string;
  /** What the configured mail server said; null while it has not taken the email, or where there is none. */
  readonly answer: string | null;
}

interface MailboxDeps {
  readonly clock: Clock;
  readonly fromAddress: string;
  /** The configured mail server, which gets every email too; undefined where there is none. */
  readonly server: MailTransport | undefined;
}

/** Keeps what the studio sends (messages.md). An attempt that is repeated stays one email. */
export class Mailbox implements MailTransport {
  readonly #mails = new Map<string, KeptMail>();
  readonly #waiting = new Set<() => void>();
  readonly fromAddress: string;
  #count = 0;

  constructor(private readonly deps: MailboxDeps) {
    this.fromAddress = deps.fromAddress;
  }

  async send(mail: Mail): Promise<string> {
    const { clock, fromAddress, server } = this.deps;
    const before = this.#mails.get(mail.messageId);
    const id = before?.id ?? `mail_${++this.#count}`;
    const sentAt = isoInstant(clock.now());
    const kept: KeptMail = { id, object: 'sandbox_mail', ...mail, from: fromAddress, sentAt, answer: null };
    this.#keep(kept);
    if (server === undefined || isReservedAddress(mail.to)) return '250 Kept in /sandbox/mailbox';
    const answer = await server.send(mail);
    if (this.#mails.has(mail.messageId)) this.#keep({ ...kept, answer });
    return answer;
  }

  close(): void {
    this.deps.server?.close();
  }

  /** The emails, oldest first. */
  list(): readonly KeptMail[] {
    return [...this.#mails.values()];
  }

  find(id: string): KeptMail | undefined {
    return this.list().find((mail) => mail.id === id);
  }

  empty(): void {
    this.#mails.clear();
  }

  /** The emails. Without emails, it waits for the next one, for at most `seconds` of real time. */
  async listOrWait(seconds: number, signal: AbortSignal): Promise<readonly KeptMail[]> {
    if (seconds > 0 && this.#mails.size === 0) {
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

  #keep(mail: KeptMail): void {
    this.#mails.set(mail.messageId, mail);
    const [oldest] = this.#mails.keys();
    if (this.#mails.size > MAX_MAILS && oldest !== undefined) this.#mails.delete(oldest);
    this.release();
  }
}
