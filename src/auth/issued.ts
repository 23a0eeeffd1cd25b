import { type Static, Type } from '@sinclair/typebox';
import type { Read, Tx } from '../database/database.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { count, described, flag, id, instant, nullable, object, oneOf, optional } from '../kernel/schemas.ts';
import { revokeApiKey } from './api-keys/api-keys.ts';
import { ApiKey } from './api-keys/record.ts';
import { Kiosk } from './kiosks/record.ts';
import { revokeKiosk } from './kiosks/tokens.ts';
import { revokeOAuthClient } from './oauth/clients.ts';
import { OAuthClient } from './oauth/record.ts';

const KINDS = ['api_key', 'oauth_client', 'kiosk'] as const;

const IssuedCredential = object(() => ({
  object: oneOf(...KINDS),
  id: id(),
  name: Type.String(),
  revokedAt: described(nullable(instant()), 'Time at which it was revoked. `null` while it is active.'),
}));
type Issued = Static<typeof IssuedCredential>;

/** The maximum number that a response names. */
const MOST_NAMED = 100;

/** The fields of the response to a revocation: what the credential has made. */
export const issuedFields = {
  issued: described(
    Type.Array(IssuedCredential),
    `The credentials created with it, and those created with them in turn. The newest ${MOST_NAMED}.`,
  ),
  issuedCount: described(count(), 'The total number.'),
};

export const RevokeBody = object(() => ({
  revokeIssued: optional(described(flag(), 'Whether to also revoke credentials created with it.')),
}));

const ISSUED = `with recursive
  credential(object, id, name, revokedAt, maker) as (
    select 'api_key', id, name, revokedAt, createdByCredentialId from apiKeys where createdByCredentialId is not null
    union all
    select 'oauth_client', id, name, revokedAt, createdByCredentialId from oauthClients where createdByCredentialId is not null
    union all
    select 'kiosk', id, name, revokedAt, createdByCredentialId from kiosks where createdByCredentialId is not null
  ),
  made(object, id, name, revokedAt) as (
    select object, id, name, revokedAt from credential where maker = ?1
    union
    select credential.object, credential.id, credential.name, credential.revokedAt
      from credential join made on credential.maker = made.id
  )
  select * from made where id <> ?1 order by id desc`;

/** The credentials that a credential has made, and those that they have made; the newest first. */
const issuedBy = (read: Read, credentialId: string): Issued[] =>
  read.db.query<Issued, [string]>(ISSUED).all(credentialId);

/** No one makes a credential for more sites than their own. */
const ANYWHERE: SiteAccess = { siteIds: null };

const revoke = (tx: Tx, { object: kind, id: credentialId }: Issued): void => {
  if (kind === 'api_key') revokeApiKey(tx, ApiKey.find(tx, ANYWHERE, credentialId));
  else if (kind === 'oauth_client') revokeOAuthClient(tx, OAuthClient.find(tx, ANYWHERE, credentialId));
  else revokeKiosk(tx, Kiosk.find(tx, ANYWHERE, credentialId));
};

/**
 * What a credential that is being revoked has made (conventions.md "Credentials"). Whoever stole a key may have made its successor.
 * @param revokeIssued revokes all of that too.
 */
export const issuedOf = (tx: Tx, credentialId: string, { revokeIssued = false }: Static<typeof RevokeBody>) => {
  if (revokeIssued) {
    for (const each of issuedBy(tx, credentialId)) if (each.revokedAt === null) revoke(tx, each);
  }
  const all = issuedBy(tx, credentialId);
  return { issued: all.slice(0, MOST_NAMED), issuedCount: all.length };
};
