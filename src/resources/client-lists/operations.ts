import { like } from '../../http/operations/example.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { staffIdOf } from '../../kernel/caller.ts';
import { CLIENT_LISTS, SITES } from '../demo-ids.ts';
import { createClientList, deleteClientList, updateClientList } from './lists.ts';
import { clientListPage, findClientList } from './queries.ts';
import { ClientList, DeletedClientList } from './record.ts';

/** Saved lists of clients (management.md). */
export const clientListOperations = recordOperations(
  { tag: 'Client lists', about: 'Saved client lists: filters and a sort order, shared or private.' },
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
      'Returns shared lists and your own, newest first. A list defines which clients it contains; GET /v2/clients ' +
        'returns them.',
      (read, call) => clientListPage(read, call.page, { seenBy: staffIdOf(call.caller) ?? '' }, call.caller.siteIds),
    ),
    create(
      'Saves filters and a sort order under a name. Time filters can be a number of days from now, such as -P21D.',
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
    retrieve('Returns a shared list, or one of your own.'),
    update('The filters are replaced as a whole.', updateClientList, { example: { body: { name: 'At risk' } } }),
    remove('The clients are not changed.', (tx, caller, row) => deleteClientList(tx, caller, row), {
      summary: 'Delete a client list',
      response: DeletedClientList,
    }),
  ],
);
