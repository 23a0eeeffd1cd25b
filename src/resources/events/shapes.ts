import { Type } from '@sinclair/typebox';
import { eventTypes } from '../../events/catalogue.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { matching } from '../../kernel/patterns.ts';
import {
  described,
  id,
  instant,
  line,
  listOf,
  nullable,
  oneOf,
  optional,
  type Static,
  shape,
  type TObject,
} from '../../kernel/schemas.ts';

const eventId = () => matching('^evt_[0-9a-f-]{36}$', 'must be the id of an event, which begins with evt_');

/** An event as it was raised (events.md "Envelope"). The `data` of a legacy check-in is its whole flat body. */
export const Event = shape('Event', () => ({
  id: eventId(),
  object: Type.Literal('event'),
  type: Type.String(),
  apiVersion: Type.String(),
  createdAt: instant(),
  livemode: Type.Literal(true),
  data: Type.Record(Type.String(), Type.Unknown()),
  actor: described(
    nullable(Type.String()),
    'Who raised it: the ID of the staff member, or else of the member, or else of the credential; or `job:` or ' +
      '`verb:` and a name. Not sent to webhooks.',
  ),
  requestId: described(nullable(Type.String()), 'The request that raised it. Not sent to webhooks.'),
}));

export const EventList = listOf(Event, eventId());

export const eventFilters = {
  type: optional(oneOf(...eventTypes, LEGACY_CHECK_IN)),
  from: optional(instant()),
  to: optional(instant()),
  client_id: optional(id()),
  actor: optional(line(100)),
  request_id: optional(line(128)),
};

export type EventFilters = Static<TObject<typeof eventFilters>>;
export type EventResponse = Static<typeof Event>;
