import { createHash, timingSafeEqual } from 'node:crypto';
import type { Read, Tx } from '../../database/database.ts';
import { pack, unpackList } from '../../database/json.ts';
import type { Page, PageRequest } from '../../database/pages.ts';
import { randomText } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { type CredentialRequest, checkCredential } from '../credential-request.ts';
import { siteIdsOf } from '../credential-view.ts';
import { oauthClientPage, oauthClientRows } from './queries.ts';
import type { OAuthClientRow } from './tables.ts';

const SECRET_CHARACTERS = 40;

/** What the maker of an OAuth client asks for. */
export type OAuthClientRequest = Omit<CredentialRequest, 'expiresAt'>;

/** A new client secret: 238 random bits, which need no slow hash. */
export const newClientSecret = (random: Random): string => `ocs_${randomText(random, SECRET_CHARACTERS)}`;

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Stores a client; of its secret only the hash. Tell the secret to its owner now or never.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const createOAuthClient = (tx: Tx, secret: string, request: OAuthClientRequest): OAuthClientRow => {
  const { name, scopes, siteIds, tier } = checkCredential(tx, request);
  const row: OAuthClientRow = {
    id: tx.id(),
    name,
    secretHash: hashSecret(secret),
    secretLast4: secret.slice(-4),
    scopes: JSON.stringify(scopes),
    siteIds: pack(siteIds),
    tier,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  oauthClientRows.insert(tx, row);
  return row;
};

/**
 * Changes a client. Tokens that are out already lose within a second what it loses, and gain nothing.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const updateOAuthClient = (tx: Tx, row: OAuthClientRow, patch: Partial<OAuthClientRequest>): OAuthClientRow => {
  const { name, scopes, siteIds, tier } = checkCredential(tx, {
    name: patch.name ?? row.name,
    scopes: patch.scopes ?? unpackList<string>(row.scopes),
    siteIds: patch.siteIds === undefined ? siteIdsOf(row) : patch.siteIds,
    tier: patch.tier ?? row.tier,
  });
  const next = { ...row, name, scopes: JSON.stringify(scopes), siteIds: pack(siteIds), tier };
  if (Bun.deepEquals(next, row)) return row;
  next.updatedAt = tx.now;
  oauthClientRows.update(tx, row.id, next);
  return next;
};

/** A page of clients, newest first, revoked ones included; only those within `siteIds` unless that is null. */
export const listOAuthClients = (
  read: Read,
  page: PageRequest,
  siteIds: readonly string[] | null = null,
): Page<OAuthClientRow> =>
  oauthClientPage(read, page, { reachable: siteIds === null ? undefined : JSON.stringify(siteIds) });

/** @throws Problem 404 `resource_not_found`. */
export const findOAuthClient = (read: Read, id: string): OAuthClientRow => {
  const row = oauthClientRows.find(read, id);
  if (row === undefined) throw notFound('OAuth client', id);
  return row;
};

/** Ends a client and, within a second, its tokens; revoking twice changes nothing. */
export const revokeOAuthClient = (tx: Tx, row: OAuthClientRow): OAuthClientRow => {
  if (row.revokedAt !== null) return row;
  const change = { revokedAt: tx.now, updatedAt: tx.now };
  oauthClientRows.update(tx, row.id, change);
  return { ...row, ...change };
};

/** The client that these credentials are of; undefined when they are of none, or of one that is revoked. */
export const clientOfSecret = (read: Read, id: string, secret: string): OAuthClientRow | undefined => {
  const row = oauthClientRows.find(read, id);
  const isRight = row !== undefined && timingSafeEqual(row.secretHash, hashSecret(secret));
  return isRight && row.revokedAt === null ? row : undefined;
};
