import { Type } from '@sinclair/typebox';
import * as field from '../../records/fields.ts';
import { pagesOf } from '../../records/pages.ts';
import { type RowOf, record } from '../../records/record.ts';
import { credentialFields, credentialSites } from '../credential-fields.ts';

/** An API key (management.md). Nothing of the key itself can be used: it is stored as its hash. */
export const ApiKey = record(
  'api_key',
  'apiKeys',
  () => ({
    ...credentialFields,
    prefix: field.text(Type.String()).readOnly().described('The first characters of the key.'),
    last4: field.text(Type.String()).readOnly().described('The last four characters of the key.'),
    staffId: field
      .id()
      .shownAs(Type.String({ format: 'uuid', description: 'The staff member whose rights limit it.' }))
      .nullable(),
    expiresAt: field.instant().nullable().described('When it stops working; null for never.'),
    hash: field.bytes(),
  }),
  { sites: credentialSites, label: 'API key' },
);

export type ApiKeyRow = RowOf<typeof ApiKey>;

/** Newest first, revoked ones included. */
export const apiKeyPage = pagesOf<ApiKeyRow>(ApiKey.table, () => ({
  direction: 'descending',
  filters: {},
  sites: ApiKey.sites,
}));
