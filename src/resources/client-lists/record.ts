import { deletedShape, id, name, nullable, object } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';
import { CLIENT_ORDERS, clientFilters } from '../clients/listing/shapes.ts';
import { eligibleSites } from '../plans/record.ts';

/** A list of clients that someone has saved (management.md). */
export const ClientList = record(
  'client_list',
  'clientLists',
  () => ({
    name: field.text(name()).described('The name of the list.'),
    filters: field
      .json(object(clientFilters))
      .replaced()
      .described(
        'The clients in the list, with the filters of GET /v2/clients. Values relative to now, such as -P21D, stay ' +
          'relative.',
      ),
    sort: field.word(CLIENT_ORDERS).default('newest').described('The sort order.'),
    isShared: field
      .flag()
      .default(true)
      .described('Whether everyone who can read clients sees the list. If `false`, only the person who saved it does.'),
    siteIds: field
      .list(eligibleSites)
      .shownAs(eligibleSites)
      .described(
        'The sites whose staff see the list. Defaults to the sites of the person who saves it. Empty for all sites.',
      ),
    staffId: field.id().nullable().readOnly().shownAs(nullable(id())).described('The staff member who saved the list.'),
  }),
  { sites: { list: 'siteIds' }, title: 'SavedClientList', label: 'client list' },
);

export const DeletedClientList = deletedShape('client_list', {});

export type ClientListRow = RowOf<typeof ClientList>;
export type CreateClientListBody = CreateOf<typeof ClientList>;
export type UpdateClientListBody = PatchOf<typeof ClientList>;
