import { deletedShape, id, name, nullable, object } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';
import { CLIENT_ORDERS, clientFilters } from '../clients/listing/shapes.ts';
import { eligibleSites } from '../plans/record.ts';

/** A list of clients that somebody has saved (management.md). */
export const ClientList = record(
  'client_list',
  'clientLists',
  () => ({
    name: field.text(name()).described('The name of the list.'),
    filters: field
      .json(object(clientFilters))
      .replaced()
      .described('Whom the list has, as GET /v2/clients filters. Days from now keep their meaning: -P21D.'),
    sort: field.word(CLIENT_ORDERS).default('newest').described('The order of the list.'),
    isShared: field
      .flag()
      .default(true)
      .described('Whether everybody who reads clients sees the list; false: only who saved it.'),
    siteIds: field
      .list(eligibleSites)
      .shownAs(eligibleSites)
      .described(
        'The sites whose people see the list; by default the sites of the person who saves it. Empty for all sites.',
      ),
    staffId: field.id().nullable().readOnly().shownAs(nullable(id())).described('Who saved the list.'),
  }),
  { sites: { list: 'siteIds' }, title: 'SavedClientList', label: 'client list' },
);

export const DeletedClientList = deletedShape('client_list', {});

export type ClientListRow = RowOf<typeof ClientList>;
export type CreateClientListBody = CreateOf<typeof ClientList>;
export type UpdateClientListBody = PatchOf<typeof ClientList>;
