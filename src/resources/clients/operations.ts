import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { ListCall, ListResult, OwnPermission } from '../../http/operations/operation.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { textList } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { email, extensionParameter, flag, line, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import { archivedResponse } from '../../records/store-changes.ts';
import { MEMBER } from '../demo-ids.ts';
import type { Reactions } from '../reactions.ts';
import { clientsOnRosters } from '../sessions/queries.ts';
import { archiveClient, checkNamed, createClient, updateClient } from './clients.ts';
import { clientTextPage, findClient, shownClient } from './queries.ts';
import { Client, ClientResponse } from './record.ts';
import { searchPage } from './search.ts';
import { CreateClient, CreateWalkIn, UpdateClient } from './shapes.ts';

/** The client has a booking in a session that the person leads. */
const ofOwnRosters: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn: ({ read, actor, id }) => clientsOnRosters(read, actor.staffId, [id]).has(id),
  among: (read, { staffId }, ids) => clientsOnRosters(read, staffId, ids),
};

const filters = {
  email: optional(email()),
  search: optional(
    Type.String({
      format: 'line',
      minLength: 1,
      maxLength: 200,
      description:
        'Words of the name or email; all must be found. One or two letters find the words they begin. At least four digits find phone numbers that contain them, however they are written.',
    }),
  ),
  external_id: extensionParameter(line(255)),
  include_archived: extensionParameter(flag()),
};

const listClients = (
  read: Read,
  { query, caller: { siteIds }, page }: ListCall<Caller, Static<TObject<typeof filters>>, undefined>,
): ListResult<object> => {
  const given = {
    live: query.include_archived === true ? undefined : 1,
    email: query.email === undefined ? undefined : storedEmail(query.email),
    externalId: query.external_id,
  };
  if (query.search === undefined) return textList(clientTextPage(read, page, given, siteIds));
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  return textList(searchPage(read, page, { ...given, search: query.search, reachable }));
};

/** Members of the business. */
export const clientOperations = ({ reactions }: { readonly reactions: Reactions }) =>
  recordOperations(
    { tag: 'Clients', about: 'The customers of the studio. DELETE archives a client.', audited: false },
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
        "The newest clients come first. 'search' finds names, emails and phone numbers. Archived clients are left out unless 'include_archived' is true.",
        listClients,
        { filters, expands: 'client', example: { query: { search: 'dana' } } },
      ),
      create(
        "Emails are unique: another client with the same email is 409, and the details name that client. For clients without an email there is '/manage/clients'.",
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
          description: 'Archived clients can be retrieved too. An instructor gets only the fields of a roster.',
          on: { find: shownClient },
          expands: 'client',
          response: ClientResponse,
          staff: ['clients:read', ofOwnRosters],
          example: at(MEMBER),
        },
        (_read, { record }) => record,
      ),
      update(
        'Only the fields you send change; null clears a field, and objects are merged. The status active restores an archived client.',
        (tx, caller, row, body) => {
          checkNamed(tx, caller, body, row);
          return updateClient(tx, caller, row, body, reactions);
        },
        { example: { body: { phone: '+1 212 555 0102', alerts: { yellow: 'Sprained ankle' } } } },
      ),
      remove(
        'The client stays readable and the email stays taken. Future bookings are cancelled free of charge, and packages can no longer be used.',
        (tx, _caller, row) => archivedResponse(Client, archiveClient(tx, row, reactions)),
        { audited: true, staff: 'clients:archive' },
      ),
    ],
  );

/** Clients as the desk makes them (`/manage/clients`). */
export const manageClientOperations = businessOperations(
  { tag: 'Clients', audited: true, reads: 'getClient' },
  'manage',
  ({ write }) => [
    write(
      'POST /manage/clients',
      'createWalkIn',
      {
        hasEtag: false,
        summary: 'Create a client, with or without an email',
        description:
          "For clients who come to the desk and give no email: it is null then, and a PATCH of the client adds it. Search finds them by name and phone number, and check-in by barcode or fob. They cannot sign in. Otherwise as under '/v2/clients'.",
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
