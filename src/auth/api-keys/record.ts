import { Type } from '@sinclair/typebox';
import { readOnce } from '../../database/committed-view.ts';
import type { Read } from '../../database/database.ts';
import { comparedOrigin } from '../../kernel/web-origins.ts';
import * as field from '../../records/fields.ts';
import { pagesOf } from '../../records/pages.ts';
import { textsOf } from '../../records/query.ts';
import { type RowOf, record } from '../../records/record.ts';
import { credentialFields, credentialSites } from '../credential-fields.ts';

const KEY_KINDS = ['secret', 'publishable'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const origin = Type.String({ format: 'origin' });

/** An API key (management.md). Nothing of the key itself can be used: it is stored as its hash. */
export const ApiKey = record(
  'api_key',
  'apiKeys',
  () => ({
    ...credentialFields,
    scopes: credentialFields.scopes.optional().described('The scopes granted. A secret key needs at least one.'),
    kind: field
      .word(KEY_KINDS)
      .default('secret')
      .described(
        "A publishable key is embedded in a website's pages: it is not secret, and reads what visitors can see.",
      ),
    origins: field
      .list(Type.Array(origin, { maxItems: 20, uniqueItems: true }))
      .described('The origins of the websites that use a publishable key, such as https://www.example.com.'),
    prefix: field.text(Type.String()).readOnly().described('The first characters of the key.'),
    last4: field.text(Type.String()).readOnly().described('The last four characters of the key.'),
    staffId: field
      .id()
      .shownAs(Type.String({ format: 'uuid', description: 'The staff member whose permissions limit it.' }))
      .nullable(),
    expiresAt: field.instant().nullable().described('Time at which it expires. `null` if it never does.'),
    hash: field.bytes(),
  }),
  { sites: credentialSites, label: 'API key' },
);

export type ApiKeyRow = RowOf<typeof ApiKey>;

const ORIGINS = `select distinct "value" from "apiKeys", json_each("origins")
  where "kind" = 'publishable' and "revokedAt" is null and ("expiresAt" is null or "expiresAt" > ?)`;

/** The origins of the websites that have a publishable key. */
export const websiteOrigins = (read: Read): ReadonlySet<string> =>
  readOnce(read, 'origins of websites', () => new Set(textsOf(read, ORIGINS, read.now).map(comparedOrigin)));

/** Newest first, revoked ones included. */
export const apiKeyPage = pagesOf<ApiKeyRow>(ApiKey.table, () => ({
  direction: 'descending',
  filters: {},
  sites: ApiKey.sites,
}));
