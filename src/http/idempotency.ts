import { createHash } from 'node:crypto';
import type { Read, Tx } from '../database/database.ts';
import type { Seal } from '../database/seal.ts';
import type { Caller } from '../kernel/caller.ts';
import { conflict, invalidParam, Problem } from '../kernel/problem.ts';

const KEEP_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** What an earlier request with the same key answered. */
export interface Remembered {
  readonly status: number;
  readonly answer: unknown;
}

interface Stored {
  fingerprint: Uint8Array;
  status: number;
  answer: Uint8Array;
  createdAt: string;
}

/** One use of an idempotency key, from its arrival until its answer is stored. */
export interface KeyUse {
  readonly key: string;
  readonly credentialId: string;
  readonly fingerprint: Buffer;
}

/** Which statuses a repeat replays: what a rule has decided, not what never reached one. */
const isKept = (status: number): boolean => (status >= 200 && status < 300) || status === 404 || status === 409;

/**
 * Idempotency keys (conventions.md "Idempotency"): the answer is stored in the transaction of the act itself, so a
 * crash can not part the two. Answers are sealed, since some hold secrets that are shown once.
 */
export const createIdempotency = (seal: Seal) => {
  const running = new Set<string>();
  const runningKey = (use: KeyUse): string => `${use.credentialId} ${use.key}`;

  return {
    /**
     * The use of a key, or undefined when the request bears none.
     * @throws Problem 400 when the key is too long or empty.
     */
    use(request: Request, caller: Caller, body: string): KeyUse | undefined {
      const key = request.headers.get('idempotency-key');
      if (key === null) return undefined;
      if (key === '' || key.length > MAX_KEY_LENGTH) {
        throw invalidParam('Idempotency-Key', `The idempotency key must have 1 to ${MAX_KEY_LENGTH} characters.`);
      }
      const { credentialId, clientId, siteId } = caller;
      const url = request.url.slice(request.url.indexOf('/', 8));
      const place = siteId === undefined ? '' : `${siteId}\n`;
      const fingerprint = createHash('sha256').update(`${request.method} ${url}\n${place}${body}`).digest();
      // Whoever acts for several members keeps them apart by who they are, whatever keys it sends.
      return { key, credentialId: clientId === undefined ? credentialId : `${credentialId} ${clientId}`, fingerprint };
    },

    /**
     * What this key answered within the last day, if anything; else the key counts as running until `end`.
     * @throws Problem 409 when another body was sent with it or its first request is still running.
     */
    begin(read: Read, use: KeyUse): Remembered | undefined {
      const oldest = new Date(read.nowMs - KEEP_MS).toISOString();
      const stored = read.db
        .query('select fingerprint, status, answer, createdAt from idempotency where credentialId = ? and key = ?')
        .get(use.credentialId, use.key) as Stored | null;
      if (stored !== null && stored.createdAt > oldest) {
        if (!use.fingerprint.equals(stored.fingerprint)) {
          throw conflict(
            'idempotency_key_reused',
            'This idempotency key was sent with another request. Use a new key for each request.',
          );
        }
        return { status: stored.status, answer: JSON.parse(seal.open(stored.answer)) };
      }
      if (running.has(runningKey(use))) {
        throw conflict(
          'idempotency_key_in_use',
          'The first request with this idempotency key is still running. Wait for its answer.',
        );
      }
      running.add(runningKey(use));
      return undefined;
    },

    /** Stores an answer in the transaction that made it. */
    remember(tx: Tx, use: KeyUse, status: number, answer: unknown): void {
      if (!isKept(status)) return;
      tx.db
        .query(
          'insert or replace into idempotency (credentialId, key, fingerprint, status, answer, createdAt) values (?, ?, ?, ?, ?, ?)',
        )
        .run(use.credentialId, use.key, use.fingerprint, status, seal.seal(JSON.stringify(answer)), tx.now);
    },

    /** Whether a refusal is stored. */
    keeps: (error: unknown): error is Problem => error instanceof Problem && isKept(error.status),

    /** The request has been answered. */
    end(use: KeyUse): void {
      running.delete(runningKey(use));
    },

    /** Forgets answers older than a day. */
    sweep(tx: Tx): void {
      tx.db.query('delete from idempotency where createdAt < ?').run(new Date(tx.nowMs - KEEP_MS).toISOString());
    },
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;
