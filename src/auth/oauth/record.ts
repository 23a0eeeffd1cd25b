import { Type } from '@sinclair/typebox';
import * as field from '../../records/fields.ts';
import { pagesOf } from '../../records/pages.ts';
import { type RowOf, record } from '../../records/record.ts';
import { credentialFields, credentialSites } from '../credential-fields.ts';

const clientId = Type.String({
  format: 'uuid',
  description: 'The `client_id` for POST /oauth/token; the same as `id`.',
});

/** An integration that requests access tokens (management.md). Its secret is stored as its hash. */
export const OAuthClient = record(
  'oauth_client',
  'oauthClients',
  () => ({
    ...credentialFields,
    clientId: field.computed(clientId, (row: { id: string }) => row.id),
    secretLast4: field.text(Type.String()).readOnly().described('The last four characters of the secret.'),
    secretHash: field.bytes(),
  }),
  { sites: credentialSites, title: 'OAuthClient', label: 'OAuth client' },
);

export type OAuthClientRow = RowOf<typeof OAuthClient>;

/** Newest first, revoked ones included. */
export const oauthClientPage = pagesOf<OAuthClientRow>(OAuthClient.table, () => ({
  direction: 'descending',
  filters: {},
  sites: OAuthClient.sites,
}));
