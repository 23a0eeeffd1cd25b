import type { Read, Tx } from '../database/database.ts';
import type { Seal } from '../database/seal.ts';
import type { Sweep } from '../database/sweep.ts';
import type { Caller, KioskCaller } from '../kernel/caller.ts';
import { isoInstant } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { conflict, invalidParam, Problem } from '../kernel/problem.ts';
import { type ErrorDeps, errorResponse } from './errors.ts';

const KEEP_MS = DAY_MS;
const MAX_KEY_LENGTH = 255;

/** A response that is stored and not expired stays: after a flow has concluded, its success is what happened. */
const STORE = `
  insert into idempotency (credentialId, key, fingerprint, status, answer, createdAt) values (?, ?, ?, ?, ?, ?)
  on conflict (credentialId, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, createdAt = excluded.createdAt
  where createdAt <= ?`;

const EXPIRED = 'select credentialId, key from idempotency where createdAt < ? order by createdAt limit ?';
// A response that an erasure has replaced stays replaced.
const UPDATE =
  'update idempotency set answer = ? where credentialId = ? and key = ? and fingerprint = ? and status < 300';
const DELETE = 'delete from idempotency where credentialId = ? and key = ?';

/** Responses from this instant or before are expired. */
const expiryOf = ({ nowMs }: Read): string => isoInstant(nowMs - KEEP_MS);

export interface StoredResponse {
  readonly status: number;
  readonly response: object;
}

interface Stored {
  fingerprint: Uint8Array;
  status: number;
  response: Uint8Array;
  createdAt: string;
}

interface StoredKey {
  readonly credentialId: string;
  readonly key: string;
}

/** Responses that are read together: some are as large as the response to an import. */
const PAGE_SIZE = 50;
const PAGE = `select credentialId, key, answer response from idempotency where (credentialId, key) > (?, ?)
  order by credentialId, key limit ${PAGE_SIZE}`;
const REPLACE = 'update idempotency set status = ?, answer = ? where credentialId = ? and key = ?';
/** The request id of a response that was replaced. */
const REPLACED = 'erased';

export interface KeyUse {
  readonly key: string;
  readonly credentialId: string;
  readonly fingerprint: Buffer;
  /** The fingerprint of an empty object with the bytes that were sent: responses of earlier versions have it. */
  readonly ofBytes: Buffer | undefined;
}

/** A body that means the same as none (conventions.md "Values", actions). */
const EMPTY_OBJECT = /^\s*\{\s*\}\s*$/;

/** Whether a response is stored and replayed: successes and results of rules, but not validation or server errors. */
const isKept = (status: number): boolean => (status >= 200 && status < 300) || status === 404 || status === 409;

/**
 * Idempotency keys (conventions.md "Idempotency"). The response is stored in the transaction of the write itself, so
 * that a crash cannot lose one of them. Responses are sealed, because some contain secrets that are shown only once.
 */
export const createIdempotency = (seal: Seal, rootUrl: ErrorDeps['rootUrl']) => {
  const running = new Set<string>();
  let replacements = 0;
  const runningKey = (use: KeyUse): string => `${use.credentialId} ${use.key}`;

  return {
    /**
     * The idempotency key of a request; undefined if it has none. An empty object counts as no body: where the body may
     * be absent they mean the same, and elsewhere both are refused before a rule runs, so no response is stored.
     * @throws Problem 400 when the key is too long or empty.
     */
    use(request: Request, caller: Caller | KioskCaller, body: string): KeyUse | undefined {
      const key = request.headers.get('idempotency-key');
      if (key === null) return undefined;
      if (key === '' || key.length > MAX_KEY_LENGTH) {
        throw invalidParam('Idempotency-Key', `The idempotency key must have 1 to ${MAX_KEY_LENGTH} characters.`, {
          reason: 'not_accepted',
        });
      }
      const { credentialId } = caller;
      const member = caller.kind === 'member' ? caller : undefined;
      const url = request.url.slice(request.url.indexOf('/', 8));
      const site = member === undefined ? '' : `${member.siteId}\n`;
      const fingerprintOf = (text: string): Buffer =>
        new Bun.CryptoHasher('sha256').update(`${request.method} ${url}\n${site}${text}`).digest();
      const isEmpty = EMPTY_OBJECT.test(body);
      return {
        key,
        // A credential that acts for several members has separate keys for each of them.
        credentialId: member === undefined ? credentialId : `${credentialId} ${member.clientId}`,
        fingerprint: fingerprintOf(isEmpty ? '' : body),
        ofBytes: isEmpty ? fingerprintOf(body) : undefined,
      };
    },

    /**
     * The stored response of this key from the last day. If there is none, the key is marked as running until `end`.
     * @throws Problem 409 when the key was used for another request, or its first request is still running.
     */
    begin(read: Read, use: KeyUse): StoredResponse | undefined {
      const stored = read.db
        .query<Stored, [string, string]>(
          'select fingerprint, status, answer response, createdAt from idempotency where credentialId = ? and key = ?',
        )
        .get(use.credentialId, use.key);
      const isKnown = stored !== null && stored.createdAt > expiryOf(read);
      if (isKnown) {
        if (!use.fingerprint.equals(stored.fingerprint) && use.ofBytes?.equals(stored.fingerprint) !== true) {
          throw conflict(
            'idempotency_key_reused',
            'This idempotency key was used for another request. Use a new key for each request.',
          );
        }
      }
      // Also where a response is stored: a long change that continues replaces it.
      if (running.has(runningKey(use))) {
        throw conflict(
          'idempotency_key_in_use',
          'The first request with this idempotency key is still running. Wait for its response.',
        );
      }
      if (isKnown) return { status: stored.status, response: JSON.parse(seal.open(stored.response)) };
      running.add(runningKey(use));
      return undefined;
    },

    /** Stores a response in the transaction of its write, unless the key has one already. */
    store(tx: Tx, use: KeyUse, status: number, response: unknown): void {
      if (!isKept(status)) return;
      const sealed = seal.seal(JSON.stringify(response));
      tx.db.query(STORE).run(use.credentialId, use.key, use.fingerprint, status, sealed, tx.now, expiryOf(tx));
    },

    /** Replaces the response that this request has stored. */
    update(tx: Tx, use: KeyUse, response: unknown): void {
      tx.db.query(UPDATE).run(seal.seal(JSON.stringify(response)), use.credentialId, use.key, use.fingerprint);
    },

    forget(tx: Tx, use: KeyUse): void {
      tx.db.query(DELETE).run(use.credentialId, use.key);
    },

    /** How often stored responses were looked through to replace some. */
    replacements: (): number => replacements,

    /**
     * Replaces the stored responses whose credential or text `isAbout` something by an error, among those after a cursor.
     * Returns the next cursor, or undefined when there are no more.
     */
    replace(tx: Tx, isAbout: (text: string) => boolean, problem: Problem, cursor: string): string | undefined {
      replacements += 1;
      const response = JSON.stringify(errorResponse(problem, REPLACED, rootUrl()));
      const [credential, last] = cursor === '' ? ['', ''] : JSON.parse(cursor);
      const page = tx.db.query<StoredKey & { response: Uint8Array }, [string, string]>(PAGE).all(credential, last);
      for (const { credentialId, key, response: stored } of page) {
        if (!isAbout(credentialId) && !isAbout(seal.open(stored))) continue;
        tx.db.query(REPLACE).run(problem.status, seal.seal(response), credentialId, key);
      }
      const next = page.at(-1);
      return next === undefined || page.length < PAGE_SIZE ? undefined : JSON.stringify([next.credentialId, next.key]);
    },

    isStored: (error: unknown): error is Problem => error instanceof Problem && isKept(error.status),

    end(use: KeyUse): void {
      running.delete(runningKey(use));
    },
  };
};

export const expiredResponses: Sweep<StoredKey> = {
  rows: (read, limit) => read.db.query<StoredKey, [string, number]>(EXPIRED).all(expiryOf(read), limit),
  change: (tx, { credentialId, key }) => tx.db.query(DELETE).run(credentialId, key),
};

export type Idempotency = ReturnType<typeof createIdempotency>;
