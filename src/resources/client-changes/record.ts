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
/** The most clients that a request names by their ids. */
export const MOST_NAMED = 1_000;
/** The most clients that are counted before a change. */
export const MOST_TOTAL = 10_000;

const act = () => oneOf(...ACTS);
const tags = () => listOfUpTo(50, name());
const status = () => oneOf('lead', 'active', 'inactive', 'suspended');
const skipped = () =>
  Type.Array(
    object(() => ({ reason: oneOf(...SKIP_REASONS), count: described(count(), 'How many clients.') })),
    {
      description: 'How many clients could not be changed, by the reason.',
    },
  );

/** A change of many clients at once (management.md). */
export const ClientChange = record(
  'client_change',
  'clientChanges',
  () => ({
    act: field.word(ACTS).readOnly().described('What is done to each client.'),
    tags: field.list(tags()).readOnly().described('The tags that are added or removed.'),
    clientStatus: field.word(CLIENT_STATUSES).nullable().readOnly().described('The status that the clients get.'),
    clientIds: field.list(Type.Array(id())).internal(),
    filters: field.object(object(clientFilters)).nullable().internal(),
    siteIds: field.list(Type.Array(id())).internal(),
    status: field
      .word(['running', 'completed'])
      .readOnly()
      .described('completed when all clients have been looked at.'),
    total: field.integer(count()).readOnly().described(`How many clients it was to change, at most ${MOST_TOTAL}.`),
    isTotalCapped: field.flag().readOnly().described('Whether there were more clients than were counted.'),
    changed: field.integer(count()).default(0).readOnly().described('How many clients it has changed.'),
    unchanged: field.integer(count()).default(0).readOnly().described('How many clients were so already.'),
    skipped: field.list(skipped()).readOnly().described('How many clients could not be changed, by the reason.'),
    staffId: field.id().nullable().readOnly().described('Who began it.'),
    credentialId: field.text(Type.String()).internal(),
    completedAt: field.instant().nullable().readOnly().described('When it was completed.'),
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
      'The clients to change, as GET /v2/clients filters; {} for all. Instead of clientIds.',
    ),
  ),
  act: described(act(), 'What to do to each client.'),
  tags: optional(described(tags(), 'The tags to add or to remove.')),
  status: optional(described(status(), 'The status that set_status gives. Archived clients keep theirs.')),
}));

export const ClientChangePreview = shape('ClientChangePreview', () => ({
  object: Type.Literal('client_change_preview'),
  total: described(integer(0, MOST_TOTAL), `How many clients are meant, at most ${MOST_TOTAL}.`),
  isTotalCapped: described(flag(), 'Whether more clients are meant than were counted.'),
  lookedAt: described(count(), `The clients whom the numbers below count: the first ${MOST_NAMED}.`),
  changed: described(count(), 'How many clients would change.'),
  unchanged: described(count(), 'How many clients are so already.'),
  skipped: skipped(),
  bookingsCancelled: described(
    nullable(count()),
    'How many bookings ahead archiving would cancel; null for other acts.',
  ),
}));

export type ClientChangeRow = RowOf<typeof ClientChange>;
export type ChangeClientsBody = Static<typeof ChangeClients>;
