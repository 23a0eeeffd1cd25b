import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { mergedPage, type PageRequest } from '../../database/pages.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { Caller } from '../../kernel/caller.ts';
import { added, email, flag, line, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import type { Reactions } from '../reactions.ts';
import { archiveClient, createClient, findClient, updateClient } from './clients.ts';
import { clientPage } from './queries.ts';
import { matchOf, searchPage } from './search.ts';
import { Client, ClientList, CreateClient, DeletedClient, UpdateClient } from './shapes.ts';
import { clientView } from './view.ts';

const onClient = { find: findClient };

const filters = {
  email: optional(email()),
  search: optional(
    Type.String({
      format: 'line',
      minLength: 1,
      maxLength: 200,
      description: 'Words of the name or email; all must be found. One or two letters find the words they begin.',
    }),
  ),
  external_id: added(line(255)),
  include_archived: added(flag()),
};

/** Every filter uses an index in the order of the list; the list of a restricted caller takes one seek per site. */
const pageOf = (read: Read, query: Static<TObject<typeof filters>>, { siteIds }: Caller, page: PageRequest) => {
  const narrowed = {
    live: query.include_archived === true ? undefined : 1,
    email: query.email?.toLowerCase(),
    externalId: query.external_id,
  };
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  if (query.search !== undefined) {
    return searchPage(read, page, { ...narrowed, match: matchOf(query.search), reachable });
  }
  if (siteIds === null || narrowed.email !== undefined || narrowed.externalId !== undefined) {
    return clientPage(read, page, { ...narrowed, reachable });
  }
  const parts = siteIds.map((home) => clientPage(read, page, { ...narrowed, home }));
  return mergedPage(page, parts);
};

/** Members of the business. */
export const clientOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  businessOperations('Clients', 'clients', ({ list, read, write }) => [
    list(
      'GET /v2/clients',
      'listClients',
      { summary: 'List clients', filters, expands: 'client', answer: ClientList, staff: 'clients:read' },
      (read, { query, caller, page }) => ({ page: pageOf(read, query, caller, page), view: clientView }),
    ),
    write(
      'POST /v2/clients',
      'createClient',
      {
        summary: 'Create a client',
        body: CreateClient,
        status: 201,
        answer: Client,
        staff: 'clients:write',
        sites: 'named',
      },
      (tx, { caller, body }) => clientView(createClient(tx, caller, body)),
    ),
    read(
      'GET /v2/clients/:id',
      'getClient',
      { summary: 'Retrieve a client', on: onClient, expands: 'client', answer: Client, staff: 'clients:read' },
      (_read, { record }) => clientView(record),
    ),
    write(
      'PATCH /v2/clients/:id',
      'updateClient',
      { summary: 'Update a client', on: onClient, body: UpdateClient, answer: Client, staff: 'clients:write' },
      (tx, { caller, record, body }) => clientView(updateClient(tx, caller, record, body)),
    ),
    write(
      'DELETE /v2/clients/:id',
      'deleteClient',
      { summary: 'Archive a client', on: onClient, answer: DeletedClient, staff: 'clients:archive' },
      (tx, { id, record }) => {
        const { archivedAt } = archiveClient(tx, record, reactions);
        return { id, object: 'client', deleted: true, archived: true, archivedAt };
      },
    ),
  ]);
