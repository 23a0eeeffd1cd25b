import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { staffIdOf } from '../../kernel/caller.ts';
import { CLIENT_LISTS, SITES } from '../demo-ids.ts';
import { createClientList, deleteClientList, updateClientList } from './lists.ts';
import { clientListPage, findClientList } from './queries.ts';
import { ClientList, DeletedClientList } from './record.ts';

/** Saved lists of clients (management.md). */
export const clientListOperations = recordOperations(
  { tag: 'Client lists', about: 'Lists of clients that people have saved: filters and an order, shared or their own.' },
  'manage',
  {
    record: { ...ClientList, find: findClientList },
    path: '/manage/client-lists',
    names: ['client list', 'client lists'],
    staff: { read: 'clients:read', write: 'clients:write' },
    example: like(CLIENT_LISTS.atRisk, 'createClientList'),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'Shared lists and your own, the newest first. A list says whom it has; GET /v2/clients finds them.',
      (read, call) => clientListPage(read, call.page, { seenBy: staffIdOf(call.caller) ?? '' }, call.caller.siteIds),
    ),
    create(
      'Saves filters and an order under a name. Filters of time can be days from now, such as -P21D.',
      createClientList,
      {
        example: {
          body: {
            name: 'Away for a month',
            filters: { status: 'active', lastVisitBefore: '-P30D' },
            sort: 'longest_away',
            siteIds: [SITES.downtown],
          },
        },
      },
    ),
    retrieve('A shared list, or your own.'),
    update('The filters are replaced as a whole.', updateClientList, { example: { body: { name: 'At risk' } } }),
    remove('The clients stay as they are.', (tx, caller, row) => deleteClientList(tx, caller, row), {
      summary: 'Delete a client list',
      response: DeletedClientList,
    }),
  ],
);
