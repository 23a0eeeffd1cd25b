import { Type } from '@sinclair/typebox';
import { id, listOfUpTo, name } from '../kernel/schemas.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { TIERS } from '../kernel/tier.ts';
import * as field from '../records/fields.ts';

const siteIds = Type.Array(id(), { description: 'The sites it is restricted to; null for the whole brand.' });

/** Who made a credential. */
export const createdByCredentialId = field
  .id()
  .shownAs(
    Type.String({
      format: 'uuid',
      description:
        'The API key, OAuth client or signed-in staff member that created it; null for a verb, and where that is not known.',
    }),
  )
  .nullable()
  .readOnly();

/** The fields of API keys and OAuth clients. Their scopes are checked by `checkCredential`, which suggests existing ones. */
export const credentialFields = {
  name: field.text(name()),
  scopes: field
    .json(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: `Of: ${SCOPES.join(', ')}.` }))
    .shownAs(Type.Array(Type.String(), { description: 'What it may do.' })),
  siteIds: field.object(listOfUpTo(1_000, id())).shownAs(siteIds).nullable(),
  tier: field.word(TIERS).default('basic').described('The rate limit per minute.'),
  lastUsedAt: field
    .instant()
    .nullable()
    .readOnly()
    .described('When it was last used; a use within an hour of a recorded one is not recorded.'),
  createdByCredentialId,
  revokedAt: field.instant().nullable().readOnly().described('When it was revoked; null while it works.'),
};

/** A restricted caller sees only credentials that are restricted to sites of their own. */
export const credentialSites = { list: 'siteIds', needs: 'all' } as const;
