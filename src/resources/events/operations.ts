import type { AnyElysia } from 'elysia';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import { findEvent, pageOfEvents } from './events.ts';
import { Event, EventList, EventQuery } from './shapes.ts';
import { eventView } from './view.ts';

/** `/manage/events`: the log of what was raised in the last 30 days, whether anybody subscribed to it or not. */
export const eventRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads } = operations(deps, 'Events');
  const isExtension = true;
  return router('/events')
    .get(
      '/',
      ...reads(
        {
          id: 'listEvents',
          summary: 'List the events of the last 30 days',
          query: EventQuery,
          answer: EventList,
          refusals: [400],
          isExtension,
        },
        (read, { query, caller }) =>
          listAnswer('/manage/events', pageOfEvents(read, pageRequest(query), query, caller), eventView),
      ),
    )
    .get(
      // No UUID: an event's id bears its prefix.
      '/:event',
      ...reads(
        { id: 'getEvent', summary: 'Retrieve an event', answer: Event, refusals: [404], isExtension },
        (read, { caller, params }) => eventView(findEvent(read, caller, String(params.event))),
      ),
    );
};
