import type { Read, Tx } from '../../database/database.ts';
import type { Sweep } from '../../database/sweep.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { hashSecret } from './sessions.ts';

// Links with which people choose a password, once: invitations and new passwords (console.md "People").

/** How long a link works, in ms. */
const LINK_MS = 72 * HOUR_MS;

/** What a link is for: the first password of a person, or a new one in place of a lost one. */
export const LINK_PURPOSES = ['invitation', 'password_reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** A row of `staffInvitations`. Instants are ISO 8601 in UTC; `removesSecondFactor` is 0 or 1. */
export interface LinkRow {
  readonly id: string;
  readonly staffId: string;
  readonly purpose: LinkPurpose;
  readonly removesSecondFactor: number;
  readonly createdBy: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface NewLink {
  readonly staffId: string;
  readonly purpose: LinkPurpose;
  /** Whether the person signs in without the second factor from then on, since they have lost it. */
  readonly removesSecondFactor?: boolean | undefined;
  /** Who made it; null for the command line. */
  readonly createdBy: string | null;
  /** For people who asked for it themselves; anyone can. */
  readonly askerHash?: Buffer;
}

const INSERT = `insert into "staffInvitations"
  ("id", "staffId", "purpose", "hash", "removesSecondFactor", "createdBy", "askerHash", "expiresAt", "createdAt", "updatedAt")
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)`;
const BY_HASH = `select "id", "staffId", "purpose", "removesSecondFactor", "createdBy", "expiresAt", "createdAt", "updatedAt"
  from "staffInvitations" where "hash" = ? and "expiresAt" > ?`;
const REMOVE = 'delete from "staffInvitations" where "id" = ?';
const REMOVE_OF = 'delete from "staffInvitations" where "staffId" = ?';
const OLDER_OF_ASKER = `select "id" from "staffInvitations" where "staffId" = ? and "askerHash" = ?
  order by "id" desc limit -1 offset 1`;
const OLD = 'select "id" from "staffInvitations" where "expiresAt" <= ? order by "id" limit ?';

/**
 * Stores a link with this token. What someone makes for the person takes the place of all earlier links. What is asked for
 * without signing in, which anyone can do, ends none of another asker; the last two of an asker work.
 */
export const createLink = (tx: Tx, token: string, link: NewLink, id = tx.id()): LinkRow => {
  const { staffId, purpose, removesSecondFactor = false, createdBy, askerHash } = link;
  if (askerHash === undefined) removeLinksOf(tx, staffId);
  else removeOlderOf(tx, staffId, askerHash);
  const expiresAt = isoInstant(tx.nowMs + LINK_MS);
  const removes = Number(removesSecondFactor);
  tx.db
    .query(INSERT)
    .run(id, staffId, purpose, hashSecret(token), removes, createdBy, askerHash ?? null, expiresAt, tx.now);
  return {
    id,
    staffId,
    purpose,
    removesSecondFactor: removes,
    createdBy,
    expiresAt,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
};

/** The link of a token; undefined for a token that is unknown, used, expired or withdrawn. */
export const linkOfToken = (read: Read, token: string): LinkRow | undefined =>
  read.db.query<LinkRow, [Buffer, string]>(BY_HASH).get(hashSecret(token), read.now) ?? undefined;

/** Removes a link: it is used, or withdrawn. */
export const removeLink = (tx: Tx, id: string): void => {
  tx.db.query(REMOVE).run(id);
};

const removeOlderOf = (tx: Tx, staffId: string, askerHash: Buffer): void => {
  for (const { id } of tx.db.query<{ id: string }, [string, Buffer]>(OLDER_OF_ASKER).all(staffId, askerHash)) {
    removeLink(tx, id);
  }
};

export const removeLinksOf = (tx: Tx, staffId: string): void => {
  tx.db.query(REMOVE_OF).run(staffId);
};

export const expiredLinks: Sweep<{ readonly id: string }> = {
  rows: (read, limit) => read.db.query<{ id: string }, [string, number]>(OLD).all(read.now, limit),
  change: (tx, { id }) => removeLink(tx, id),
};
