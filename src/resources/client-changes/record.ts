import { Type } from '@sinclair/typebox';
import { CLIENT_STATUSES } from '../../events/enumerations.ts';
import {
  count,
  described,
  flag,
  id,
  integer,
  listOfUpTo,
  name,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type RowOf, record } from '../../records/record.ts';
import { clientFilters } from '../clients/listing/shapes.ts';

const ACTS = ['add_tags', 'remove_tags', 'set_status', 'archive'] as const;
const SKIP_REASONS = ['client_archived', 'too_many_tags', 'resource_missing'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
/** The maximum number of clients that a request names by their ids. */
export const MOST_NAMED = 1_000;
/** The maximum number of clients that are counted before a change. */
export const MOST_TOTAL = 10_000;

const act = () => oneOf(...ACTS);
const tags = () => listOfUpTo(50, name());
const status = () => oneOf('lead', 'active', 'inactive', 'suspended');
const skipped = () =>
  Type.Array(
    object(() => ({ reason: oneOf(...SKIP_REASONS), count: described(count(), 'The number of clients.') })),
    {
      description: 'The number of clients that could not be changed, by reason.',
    },
  );

/** A change of many clients together (management.md). */
export const ClientChange = record(
  'client_change',
  'clientChanges',
  () => ({
    act: field.word(ACTS).readOnly().described('The action for each client.'),
    tags: field.list(tags()).readOnly().described('The tags added or removed.'),
    clientStatus: field.word(CLIENT_STATUSES).nullable().readOnly().described('The new status of the clients.'),
    clientIds: field.list(Type.Array(id())).internal(),
    filters: field.object(object(clientFilters)).nullable().internal(),
    siteIds: field.list(Type.Array(id())).internal(),
    status: field
      .word(['running', 'completed'])
      .readOnly()
      .described('`completed` once all clients have been processed.'),
    total: field.integer(count()).readOnly().described(`The number of clients to change, up to ${MOST_TOTAL}.`),
    isTotalCapped: field.flag().readOnly().described('Whether there were more clients than were counted.'),
    changed: field.integer(count()).default(0).readOnly().described('The number of clients changed.'),
    unchanged: field.integer(count()).default(0).readOnly().described('The number of clients that needed no change.'),
    skipped: field.list(skipped()).readOnly().described('The number of clients that could not be changed, by reason.'),
    staffId: field.id().nullable().readOnly().described('The staff member who started it.'),
    credentialId: field.text(Type.String()).internal(),
    completedAt: field.instant().nullable().readOnly().described('Time at which it was completed.'),
  }),
  { sites: { list: 'siteIds', needs: 'all' }, label: 'client change' },
);

export const ChangeClients = shape('ChangeClientsRequest', () => ({
  clientIds: optional(
    described(Type.Array(id(), { minItems: 1, maxItems: MOST_NAMED, uniqueItems: true }), 'The clients to change.'),
  ),
  filters: optional(
    described(
      object(clientFilters),
      'The clients to change, with the filters of GET /v2/clients; `{}` for all. Use instead of `clientIds`.',
    ),
  ),
  act: described(act(), 'The action for each client.'),
  tags: optional(described(tags(), 'The tags to add or remove.')),
  status: optional(described(status(), 'The status for `set_status`. Archived clients keep theirs.')),
}));

export const ClientChangePreview = shape('ClientChangePreview', () => ({
  object: Type.Literal('client_change_preview'),
  total: described(integer(0, MOST_TOTAL), `The number of clients selected, up to ${MOST_TOTAL}.`),
  isTotalCapped: described(flag(), 'Whether more clients are selected than were counted.'),
  lookedAt: described(count(), `The number of clients covered by the numbers below: the first ${MOST_NAMED}.`),
  changed: described(count(), 'The number of clients that would change.'),
  unchanged: described(count(), 'The number of clients that need no change.'),
  skipped: skipped(),
  bookingsCancelled: described(
    nullable(count()),
    'The number of upcoming bookings that archiving would cancel. `null` for other actions.',
  ),
}));

export type ClientChangeRow = RowOf<typeof ClientChange>;
export type ChangeClientsBody = Static<typeof ChangeClients>;
