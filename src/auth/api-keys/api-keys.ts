import type { Tx } from '../../database/database.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { type CredentialRequest, checkCredential } from '../credential-request.ts';
import { ApiKey, type ApiKeyRow } from './record.ts';

const RANDOM_CHARACTERS = 32;
const KEY = /^sk_(?:live|test)_[0-9A-Za-z]{32}$/;
const PREFIX_LENGTH = 'sk_live_'.length;

/** Whether `text` has the form of an API key (conventions.md "Values"). */
export const isApiKey = (text: string): boolean => KEY.test(text);

/** The hash that is stored of a key. 190 random bits need no slow hash: nobody can try them all. */
export const hashKey = (key: string): Buffer => new Bun.CryptoHasher('sha256').update(key).digest();

/** A new key: `sk_live_` or `sk_test_` and 32 random characters. */
export const newApiKey = (random: Random, environment: 'live' | 'test'): string =>
  `sk_${environment}_${randomText(random, RANDOM_CHARACTERS)}`;

/**
 * Stores the hash of `key`. The key cannot be read from the row: show it to its owner now.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const createApiKey = (tx: Tx, key: string, request: CredentialRequest): ApiKeyRow => {
  if (!isApiKey(key)) throw new Error('an API key is sk_live_ or sk_test_ and 32 letters or digits');
  const row = ApiKey.make(tx, checkCredential(tx, request), {
    hash: hashKey(key),
    prefix: key.slice(0, PREFIX_LENGTH),
    last4: key.slice(-4),
  });
  ApiKey.rows.insert(tx, row);
  return row;
};

/**
 * Revokes a key for good; revoking it again changes nothing. A process that serves requests also clears the cache of
 * its authenticator.
 */
export const revokeApiKey = (tx: Tx, row: ApiKeyRow): ApiKeyRow => {
  if (row.revokedAt !== null) return row;
  tx.cached.clear();
  return storeChanges(tx, ApiKey, row, { ...row, revokedAt: tx.now });
};
