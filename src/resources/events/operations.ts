import { businessOperations } from '../../http/operations/declare.ts';
import { from } from '../../http/operations/example.ts';
import { EVENTS } from '../demo-ids.ts';
import { eventPage, eventView, findEvent } from './queries.ts';
import { Event, EventList, eventFilters } from './shapes.ts';

/** All events of the last 30 days, whether or not an endpoint is subscribed to them. */
export const eventOperations = businessOperations(
  { tag: 'Events', about: 'Events that are sent to webhook endpoints.' },
  'manage',
  ({ list, read }) => [
    list(
      'GET /manage/events',
      'listEvents',
      {
        summary: 'List events of the last 30 days',
        description:
          'Returns events, newest first, filtered by type, client, actor, request, and time. Events whose records ' +
          'you cannot read are excluded, and filtering by such a type fails with 403.',
        filters: eventFilters,
        response: EventList,
        staff: 'audit_log:read',
      },
      (read, { query, caller, page }) => ({
        page: eventPage(read, page, query, caller),
        view: eventView(read, caller),
      }),
    ),
    read(
      // Not `:id`, since that is a UUID and the ids of events start with `evt_`.
      'GET /manage/events/:event',
      'getEvent',
      {
        summary: 'Retrieve an event',
        description: 'The complete body, as webhooks receive it.',
        response: Event,
        errors: [404],
        staff: 'audit_log:read',
        sites: 'filtered',
        example: { path: { event: from(EVENTS.frozen, 'listEvents', '/data/0/id') } },
      },
      (read, { caller, params }) => eventView(read, caller)(findEvent(read, caller, String(params.event))),
    ),
  ],
);
