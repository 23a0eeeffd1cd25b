import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { OwnPermission } from '../../http/operations/operation.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { archivedResponse } from '../../records/store-changes.ts';
import { MEMBER } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { clientsOnRosters } from '../sessions/queries.ts';
import { archiveClient, checkNamed, createClient, updateClient } from './clients.ts';
import { ClientList, filters, listClients } from './listing/list.ts';
import { ClientTags, tagsInUse } from './listing/tags.ts';
import { findClient, shownClient } from './queries.ts';
import { Client, ClientResponse } from './record.ts';
import { CreateClient, CreateWalkIn, UpdateClient } from './shapes.ts';

/** The client has a booking in a session that the person leads. */
const ofOwnRosters: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn: ({ read, actor, id }) => clientsOnRosters(read, actor.staffId, [id]).has(id),
  among: (read, { staffId }, ids) => clientsOnRosters(read, staffId, ids),
};

export const clientOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    { tag: 'Clients', about: "The studio's clients. DELETE archives a client.", audited: false },
    'clients',
    {
      record: { ...Client, create: CreateClient, patch: UpdateClient, find: findClient },
      path: '/v2/clients',
      names: ['client', 'clients'],
      staff: { read: 'clients:read', write: 'clients:write' },
      example: at(MEMBER),
    },
    ({ list, create, update, remove }, { read }) => [
      list(
        'Returns the newest clients first, unless `sort` says otherwise. `search` matches names, emails, and phone ' +
          'numbers. Archived clients are excluded unless `include_archived` is `true` or `status` is archived. Time ' +
          'filters take a timestamp, or a number of days from now, such as -P21D.',
        listClients,
        { filters, expands: 'client', response: ClientList, example: { query: { search: 'dana' } } },
      ),
      create(
        'Emails are unique: if another client has the email, the request fails with 409, and the details name that ' +
          'client. To create a client without an email, use `/manage/clients`.',
        (tx, caller, body) => {
          checkNamed(tx, caller, body);
          return createClient(tx, caller, body);
        },
        {
          example: {
            body: { firstName: 'Ada', lastName: 'Park', email: 'ada.park@members.example', tags: ['trial'] },
          },
        },
      ),
      read(
        'GET /v2/clients/:id',
        'getClient',
        {
          summary: 'Retrieve a client',
          description: 'Archived clients can be retrieved, too. Instructors only get the fields shown on a roster.',
          on: { find: shownClient, siteOf: Client.siteOf },
          expands: 'client',
          response: ClientResponse,
          staff: ['clients:read', ofOwnRosters],
          example: at(MEMBER),
        },
        (_read, { record }) => record,
      ),
      update(
        'Only the fields you send are changed; `null` clears a field, and objects are merged. Setting the status ' +
          'to active restores an archived client. Changing the email of a client who has signed in also requires the ' +
          'scope `members:act`, and ends their devices, passkeys, and member links.',
        (tx, caller, row, body) => {
          checkNamed(tx, caller, body, row);
          return updateClient(tx, caller, row, body, reactions);
        },
        { example: { body: { phone: '+1 212 555 0102', alerts: { yellow: 'Sprained ankle' } } } },
      ),
      remove(
        'The client stays readable and their email stays taken. Upcoming bookings are canceled free of charge, and ' +
          'packages can no longer be used.',
        (tx, _caller, row) => archivedResponse(Client, archiveClient(tx, row, reactions)),
        { audited: true, staff: 'clients:archive' },
      ),
    ],
  );

export const manageClientOperations = businessOperations(
  { tag: 'Clients', audited: true, reads: 'getClient' },
  'manage',
  ({ read, write }) => [
    read(
      'GET /manage/client-tags',
      'listClientTags',
      {
        summary: 'List client tags',
        description:
          'Returns up to 500 tags in use, for menus. A credential limited to some sites gets the tags of the 2,000 ' +
          'newest clients of each.',
        response: ClientTags,
        staff: 'clients:read',
        sites: 'brand',
      },
      (view, { caller }) => tagsInUse(view, caller),
    ),
    write(
      'POST /manage/clients',
      'createWalkIn',
      {
        hasEtag: false,
        summary: 'Create a client, with or without an email',
        description:
          'For clients who come to the front desk and do not give an email: it is `null`, and you can add it later ' +
          'with PATCH. Search finds them by name and phone number, and check-in by barcode or fob. They cannot ' +
          'sign in. Otherwise the same as `/v2/clients`.',
        body: CreateWalkIn,
        status: 201,
        response: Client.schema,
        staff: 'clients:write',
        sites: 'named',
        example: { body: { firstName: 'Noa', lastName: 'Reed', phone: '+1 212 555 0103', barcode: 'W-1001' } },
      },
      (tx, { caller, body }) => {
        checkNamed(tx, caller, body);
        return Client.view(createClient(tx, caller, body));
      },
    ),
  ],
);
