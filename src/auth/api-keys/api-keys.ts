import type { Tx } from '../../database/database.ts';
import { randomText } from '../../kernel/ids.ts';
import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { type CredentialRequest, checkCredential } from '../credential-request.ts';
import { ApiKey, type ApiKeyRow, type KeyKind } from './record.ts';

const RANDOM_CHARACTERS = 32;
const KEY = /^[ps]k_(?:live|test)_[0-9A-Za-z]{32}$/;
const PUBLISHABLE = /^pk_/;
/** The scope of publishable keys, and no other: what strangers read. */
const PUBLIC_SCOPE = 'public:read';
const PREFIX_LENGTH = 'sk_live_'.length;

/** Whether `text` has the form of an API key (conventions.md "Values"). */
export const isApiKey = (text: string): boolean => KEY.test(text);

/** Whether an API key is publishable: it is in the pages of a website. */
export const isPublishable = (key: string): boolean => PUBLISHABLE.test(key);

/** The hash that is stored of a key. 190 random bits need no slow hash: no one can try them all. */
export const hashKey = (key: string): Buffer => new Bun.CryptoHasher('sha256').update(key).digest();

/** A new key: `sk_live_` or `sk_test_`, or `pk_` where it is publishable, and 32 random characters. */
export const newApiKey = (random: Random, environment: 'live' | 'test', kind: KeyKind = 'secret'): string =>
  `${kind === 'secret' ? 'sk' : 'pk'}_${environment}_${randomText(random, RANDOM_CHARACTERS)}`;

interface KeyRequest extends Omit<CredentialRequest, 'scopes'> {
  readonly scopes?: readonly string[];
  readonly kind?: KeyKind;
  readonly origins?: readonly string[];
}

const kindDetails = ({ kind = 'secret', origins = [], scopes = [PUBLIC_SCOPE], siteIds }: KeyRequest): Detail[] => {
  if (kind === 'secret') {
    const message = "Only a publishable key has origins. Leave out 'origins', or send 'kind': 'publishable'.";
    return origins.length === 0 ? [] : [invalidDetail('origins', message, { reason: 'not_applicable' })];
  }
  const needsOrigin = "Send the origins of your website, such as 'https://www.example.com'.";
  const hasOthers = scopes.some((scope) => scope !== PUBLIC_SCOPE);
  const isRestricted = siteIds !== undefined && siteIds !== null;
  return [
    ...(origins.length === 0 ? [invalidDetail('origins', needsOrigin, 'parameter_missing')] : []),
    ...(hasOthers
      ? [
          invalidDetail('scopes', `A publishable key can have only the scope '${PUBLIC_SCOPE}'.`, {
            reason: 'public_scope_only',
          }),
        ]
      : []),
    ...(isRestricted
      ? [
          invalidDetail('siteIds', 'A publishable key reads all sites, as visitors do.', {
            reason: 'reads_all_locations',
          }),
        ]
      : []),
  ];
};

/** The checks of a credential know the scopes of secret keys only. */
const checkPublishable = (tx: Tx, request: KeyRequest) => ({
  ...checkCredential(tx, { ...request, scopes: ['*'] }),
  scopes: [PUBLIC_SCOPE],
});

/**
 * Stores the hash of `key`. The key cannot be read from the row: show it to its owner now.
 * @param createdByCredentialId the credential that makes it; null for a verb.
 * @throws Problem 400 with everything that is wrong with the request.
 */
export const createApiKey = (
  tx: Tx,
  key: string,
  request: KeyRequest,
  createdByCredentialId: string | null = null,
): ApiKeyRow => {
  if (!isApiKey(key)) throw new Error('an API key is sk_live_ or sk_test_ and 32 letters or digits');
  const { kind = 'secret', origins = [], scopes = [] } = request;
  const details = kindDetails(request);
  if (details.length > 0) throw invalid(details);
  const checked = kind === 'secret' ? checkCredential(tx, { ...request, scopes }) : checkPublishable(tx, request);
  tx.cached.clear();
  const { scopes: granted, ...fields } = checked;
  const secret = { hash: hashKey(key), prefix: key.slice(0, PREFIX_LENGTH), last4: key.slice(-4) };
  const input = { ...fields, kind, origins: [...origins] };
  const row = ApiKey.make(tx, input, { ...secret, createdByCredentialId, scopes: JSON.stringify(granted) });
  ApiKey.rows.insert(tx, row);
  return row;
};

/** Revoking again changes nothing. A process that serves requests also clears the cache of its authenticator. */
export const revokeApiKey = (tx: Tx, row: ApiKeyRow): ApiKeyRow => {
  if (row.revokedAt !== null) return row;
  tx.cached.clear();
  return storeChanges(tx, ApiKey, row, { ...row, revokedAt: tx.now });
};
