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
  recordFields,
  shape,
} from '../../kernel/schemas.ts';
import { SCOPES } from '../../kernel/scopes.ts';
import { TIERS } from '../../kernel/tier.ts';

const fields = {
  ...recordFields('api_key'),
  name: Type.String(),
  prefix: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(Type.String()),
  siteIds: nullable(Type.Array(id(), { description: 'The sites it is restricted to; null for the whole brand.' })),
  staffId: nullable(Type.String({ format: 'uuid', description: 'The staff member whose rights limit it.' })),
  tier: oneOf(...TIERS),
  expiresAt: nullable(instant()),
  lastUsedAt: nullable(instant()),
  revokedAt: nullable(instant()),
};

/** What an API key is known by; the key itself is told once, when it is made. */
export const ApiKey = shape('ApiKey', fields);
export const ApiKeyWithKey = shape('ApiKeyWithKey', { ...fields, key: Type.String() });
export const ApiKeyList = listOf(ApiKey);

export const CreateApiKey = shape('CreateApiKeyRequest', {
  name: name(),
  scopes: Type.Array(Type.String(), { maxItems: 100, description: `Of: ${SCOPES.join(', ')}.` }),
  siteIds: optional(nullable(listOfUpTo(1_000, id()))),
  staffId: optional(nullable(id())),
  tier: optional(oneOf(...TIERS)),
  expiresAt: optional(nullable(instant())),
});
