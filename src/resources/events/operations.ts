import { businessOperations } from '../../http/operations/declare.ts';
import { findEvent, pageOfEvents } from './events.ts';
import { Event, EventList, eventFilters } from './shapes.ts';
import { eventView } from './view.ts';

/** The log of all events of the last 30 days, with or without subscribers. */
export const eventOperations = businessOperations('Events', 'manage', ({ list, read }) => [
  list(
    'GET /manage/events',
    'listEvents',
    {
      summary: 'List the events of the last 30 days',
      filters: eventFilters,
      answer: EventList,
      staff: 'audit_log:read',
    },
    (read, { query, caller, page }) => ({ page: pageOfEvents(read, page, query, caller), view: eventView }),
  ),
  read(
    // Not `:id`, which is a UUID: the id of an event starts with `evt_`.
    'GET /manage/events/:event',
    'getEvent',
    { summary: 'Retrieve an event', answer: Event, errors: [404], staff: 'audit_log:read', sites: 'filtered' },
    (read, { caller, params }) => eventView(findEvent(read, caller, String(params.event))),
  ),
]);
