import type { Read, Tx } from '../../database/database.ts';
import type { Sweep } from '../../database/sweep.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import type { Random } from '../../kernel/random.ts';

// The sessions of people who have signed in to the console (console.md "People").

/** The maximum length of a session, in ms. */
export const SESSION_MS = 14 * DAY_MS;
/** It ends after this long without a request, in ms. */
const IDLE_MS = 12 * HOUR_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A row of `staffSessions`: a browser in which a person is signed in. Instants are ISO 8601 in UTC. */
export interface SessionRow {
  readonly id: string;
  readonly staffId: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly confirmedAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly createdAt: string;
}

/** From where someone signs in: the browser that its request names, and the network address. */
export interface SessionOrigin {
  readonly userAgent: string | null;
  readonly address: string;
}

const COLUMNS = '"staffSessions"."id", "staffId", "userAgent", "address", "confirmedAt", "lastSeenAt", "expiresAt"';
/** Only active people sign in. */
const BY_HASH = `select ${COLUMNS}, "staffSessions"."createdAt" from "staffSessions"
  inner join "staff" on "staff"."id" = "staffId" where "hash" = ? and "status" = 'active'`;
const INSERT = `insert into "staffSessions"
  ("id", "staffId", "hash", "userAgent", "address", "confirmedAt", "lastSeenAt", "expiresAt", "createdAt", "updatedAt")
  values (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?6, ?6)`;
const SEEN = 'update "staffSessions" set "lastSeenAt" = ?1 where "id" = ?2 and "lastSeenAt" < ?1';
const CONFIRMED = 'update "staffSessions" set "confirmedAt" = ?1, "updatedAt" = ?1 where "id" = ?2';
const END = 'delete from "staffSessions" where "id" = ?';
const END_OTHERS = 'delete from "staffSessions" where "staffId" = ? and "id" <> ?';
const IDLE = 'select "id" from "staffSessions" where "lastSeenAt" <= ? order by "lastSeenAt", "id" limit ?';

/** A new secret of 256 bits, such as the token of a session or of a link. */
export const newSecret = (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');

/** The hash that is stored of a secret. No one can try 256 bits, so it need not be slow. */
export const hashSecret = (secret: string): Buffer => new Bun.CryptoHasher('sha256').update(secret).digest();

const isOver = ({ lastSeenAt, expiresAt }: SessionRow, nowMs: number): boolean =>
  nowMs >= epochOf(expiresAt) || nowMs - epochOf(lastSeenAt) >= IDLE_MS;

/** The session of a token; undefined for an unknown or ended one, and for a person who is not active. */
export const sessionOfToken = (read: Read, token: string): SessionRow | undefined => {
  if (!TOKEN.test(token)) return undefined;
  const row = read.db.query<SessionRow, [Buffer]>(BY_HASH).get(hashSecret(token));
  return row === null || isOver(row, read.nowMs) ? undefined : row;
};

/** Begins a session with this token, which only its browser keeps. */
export const beginSession = (tx: Tx, token: string, staffId: string, origin: SessionOrigin, id = tx.id()): string => {
  const { userAgent, address } = origin;
  const values = [id, staffId, hashSecret(token), userAgent?.slice(0, 500) ?? null, address] as const;
  tx.db.query(INSERT).run(...values, tx.now, isoInstant(tx.nowMs + SESSION_MS));
  return id;
};

/** Records that a session is in use, so that it does not end for want of requests. */
export const recordSeen = (tx: Tx, id: string): void => {
  tx.db.query(SEEN).run(tx.now, id);
};

/** Records that the person has just proved again who they are, by password or passkey. */
export const confirmSession = (tx: Tx, id: string): void => {
  tx.db.query(CONFIRMED).run(tx.now, id);
};

/** Ends a session: its browser is signed out. */
export const endSession = (tx: Tx, id: string): void => {
  tx.db.query(END).run(id);
};

/** Ends the sessions of a person. @param exceptId the session that continues, by default no session. */
export const endSessionsOf = (tx: Tx, staffId: string, exceptId = ''): void => {
  tx.db.query(END_OTHERS).run(staffId, exceptId);
};

/** Removes the sessions that ended for want of requests. */
export const endedSessions: Sweep<{ readonly id: string }> = {
  rows: (read, limit) =>
    read.db.query<{ id: string }, [string, number]>(IDLE).all(isoInstant(read.nowMs - IDLE_MS), limit),
  change: (tx, { id }) => endSession(tx, id),
};
