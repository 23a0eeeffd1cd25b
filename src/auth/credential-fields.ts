import { Type } from '@sinclair/typebox';
import { id, listOfUpTo, name } from '../kernel/schemas.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { TIERS } from '../kernel/tier.ts';
import * as field from '../records/fields.ts';

const siteIds = Type.Array(id(), { description: 'The sites it is restricted to. `null` for the whole brand.' });

export const createdByCredentialId = field
  .id()
  .shownAs(
    Type.String({
      format: 'uuid',
      description:
        'The API key, OAuth client, or signed-in staff member that created it. `null` if it was created on the ' +
        'command line, or if unknown.',
    }),
  )
  .nullable()
  .readOnly();

/** The fields of API keys and OAuth clients. Their scopes are checked by `checkCredential`, which suggests existing ones. */
export const credentialFields = {
  name: field.text(name()),
  scopes: field
    .json(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: `Of: ${SCOPES.join(', ')}.` }))
    .shownAs(Type.Array(Type.String(), { description: 'The scopes granted.' })),
  siteIds: field.object(listOfUpTo(1_000, id())).shownAs(siteIds).nullable(),
  tier: field.word(TIERS).default('basic').described('The rate limit per minute.'),
  lastUsedAt: field
    .instant()
    .nullable()
    .readOnly()
    .described('Time at which it was last used. Uses within an hour of the recorded time are not recorded.'),
  createdByCredentialId,
  revokedAt: field
    .instant()
    .nullable()
    .readOnly()
    .described('Time at which it was revoked. `null` while it is active.'),
};

/** A restricted caller sees only credentials that are restricted to sites of their own. */
export const credentialSites = { list: 'siteIds', needs: 'all' } as const;
