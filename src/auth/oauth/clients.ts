import type { Read, Tx } from '../../database/database.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { type CredentialRequest, checkCredential } from '../credential-request.ts';
import { OAuthClient, type OAuthClientRow } from './record.ts';

const SECRET_CHARACTERS = 40;

export type OAuthClientRequest = Omit<CredentialRequest, 'staffId' | 'expiresAt'>;

/** A new client secret: 238 random bits, which need no slow hash. */
export const newClientSecret = (random: Random): string => `ocs_${randomText(random, SECRET_CHARACTERS)}`;

const hashSecret = (secret: string): Buffer => new Bun.CryptoHasher('sha256').update(secret).digest();

/**
 * Stores a client with the hash of its secret. The secret cannot be read from the row: show it to its owner now.
 * @param createdByCredentialId the credential that makes it; null for a verb.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const createOAuthClient = (
  tx: Tx,
  secret: string,
  request: OAuthClientRequest,
  createdByCredentialId: string | null = null,
): OAuthClientRow => {
  const row = OAuthClient.make(tx, checkCredential(tx, request), {
    createdByCredentialId,
    secretHash: hashSecret(secret),
    secretLast4: secret.slice(-4),
  });
  OAuthClient.rows.insert(tx, row);
  return row;
};

/**
 * Changes a client. Its issued tokens lose within a second what the client loses, and gain nothing.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const updateOAuthClient = (tx: Tx, row: OAuthClientRow, patch: Partial<OAuthClientRequest>): OAuthClientRow => {
  const { name, scopes, siteIds, tier } = OAuthClient.view(row);
  const checked = checkCredential(tx, { name, scopes, siteIds, tier, ...patch });
  tx.cached.clear();
  return storeChanges(tx, OAuthClient, row, { ...row, ...OAuthClient.columns(checked) });
};

/** Revokes a client permanently, and its tokens within a second; revoking it again changes nothing. */
export const revokeOAuthClient = (tx: Tx, row: OAuthClientRow): OAuthClientRow => {
  if (row.revokedAt !== null) return row;
  tx.cached.clear();
  return storeChanges(tx, OAuthClient, row, { ...row, revokedAt: tx.now });
};

/** The client with this id and secret; undefined for a wrong pair, and for a revoked client. */
export const clientOfSecret = (read: Read, id: string, secret: string): OAuthClientRow | undefined => {
  const row = OAuthClient.rows.find(read, id);
  const isRight = row !== undefined && crypto.timingSafeEqual(row.secretHash, hashSecret(secret));
  return isRight && row.revokedAt === null ? row : undefined;
};
