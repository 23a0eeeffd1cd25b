import { Type } from '@sinclair/typebox';
import {
  id,
  instant,
  listOf,
  listOfUpTo,
  name,
  nullable,
  oneOf,
  optional,
  patchOf,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { TIERS } from '../../kernel/tier.ts';

const fields = {
  ...recordFields('oauth_client'),
  clientId: Type.String({ format: 'uuid', description: '`client_id` at POST /oauth/token; the same as id.' }),
  name: Type.String(),
  secretLast4: Type.String(),
  scopes: Type.Array(Type.String()),
  siteIds: nullable(Type.Array(id(), { description: 'The sites it is restricted to; null for the whole brand.' })),
  tier: oneOf(...TIERS),
  lastUsedAt: nullable(instant()),
  revokedAt: nullable(instant()),
};

/** An integration that asks for access tokens; its secret is told once, when it is made. */
export const OAuthClient = shape('OAuthClient', fields);
export const OAuthClientWithSecret = shape('OAuthClientWithSecret', { ...fields, clientSecret: Type.String() });
export const OAuthClientList = listOf(OAuthClient);

export const CreateOAuthClient = shape('CreateOAuthClientRequest', {
  name: name(),
  scopes: Type.Array(Type.String(), { maxItems: 100, description: `Of: ${SCOPES.join(', ')}.` }),
  siteIds: optional(nullable(listOfUpTo(1_000, id()))),
  tier: optional(oneOf(...TIERS)),
});

export const UpdateOAuthClient = patchOf('UpdateOAuthClientRequest', CreateOAuthClient);
