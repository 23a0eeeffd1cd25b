import { createHash } from 'node:crypto';
import type { Read, Tx } from '../../database/database.ts';
import { pack } from '../../database/json.ts';
import type { Page, PageRequest } from '../../database/pages.ts';
import { randomText } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { type CredentialRequest, checkCredential } from '../credential-request.ts';
import { keyPage, keyRows } from './queries.ts';
import type { ApiKeyRow } from './table.ts';

const RANDOM_CHARACTERS = 32;
const KEY = /^sk_(?:live|test)_[0-9A-Za-z]{32}$/;
const PREFIX_LENGTH = 'sk_live_'.length;

/** Whether `text` has the form of an API key; conventions.md "Values". */
export const isApiKey = (text: string): boolean => KEY.test(text);

/** What is stored of a key. 190 random bits need no slow hash: nobody can try them all. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** A new key: `sk_live_` or `sk_test_` and 32 random characters. */
export const newApiKey = (random: Random, environment: 'live' | 'test'): string =>
  `sk_${environment}_${randomText(random, RANDOM_CHARACTERS)}`;

/**
 * Stores `key` as its hash. The text of the key is nowhere in the row: tell it to its owner now or never.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const createApiKey = (tx: Tx, key: string, request: CredentialRequest): ApiKeyRow => {
  if (!isApiKey(key)) throw new Error('an API key is sk_live_ or sk_test_ and 32 letters or digits');
  const { name, scopes, siteIds, staffId, tier, expiresAt } = checkCredential(tx, request);
  const row: ApiKeyRow = {
    id: tx.id(),
    name,
    hash: hashKey(key),
    prefix: key.slice(0, PREFIX_LENGTH),
    last4: key.slice(-4),
    scopes: JSON.stringify(scopes),
    siteIds: pack(siteIds),
    staffId,
    tier,
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  keyRows.insert(tx, row);
  return row;
};

/** A page of keys, newest first, revoked and expired ones included; only those within `siteIds` unless that is null. */
export const listApiKeys = (read: Read, page: PageRequest, siteIds: readonly string[] | null = null): Page<ApiKeyRow> =>
  keyPage(read, page, { reachable: siteIds === null ? undefined : JSON.stringify(siteIds) });

/**
 * Ends a key for good; revoking twice changes nothing. A process that serves requests calls the authenticator's
 * `revoke`, which also forgets the key.
 * @throws Problem 404 `resource_not_found`.
 */
export const revokeApiKey = (tx: Tx, id: string): ApiKeyRow => {
  const row = keyRows.find(tx, id);
  if (row === undefined) throw notFound('API key', id);
  if (row.revokedAt !== null) return row;
  const change = { revokedAt: tx.now, updatedAt: tx.now };
  keyRows.update(tx, id, change);
  return { ...row, ...change };
};
