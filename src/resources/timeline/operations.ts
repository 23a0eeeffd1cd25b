import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import { described, oneOf, optional } from '../../kernel/schemas.ts';
import { findClient } from '../clients/queries.ts';
import { MEMBER } from '../demo-ids.ts';
import { timelineView } from './details.ts';
import { timelinePage } from './entries.ts';
import { progressOf } from './progress.ts';
import { ClientProgress } from './progress-shapes.ts';
import { GROUPS, TimelineList } from './shapes.ts';

/** Everything about one client (`/manage/clients/{id}/timeline`, `/progress`). */
export const timelineOperations = businessOperations({ tag: 'Clients' }, 'manage', ({ list, read: retrieve }) => [
  list(
    'GET /manage/clients/:id/timeline',
    'listClientTimeline',
    {
      summary: "List a client's timeline",
      description:
        'Returns bookings made, promoted, canceled, attended, or missed; check-ins, including refused ones; ' +
        'payments; refunds; packages; credits given by hand; awards; changes to the client in the last 30 days; ' +
        'and merges; latest first. Staff see the kinds they can read elsewhere.',
      on: { find: findClient },
      filters: { group: optional(described(oneOf(...GROUPS), 'The group of kinds to return. Defaults to all.')) },
      response: TimelineList,
      staff: 'clients:read',
      example: at(MEMBER),
    },
    (read, { record: { id }, caller, query: { group }, page }) => {
      const found = timelinePage(read, page, { clientId: id, caller, group });
      return { page: found, view: timelineView(read, id, found.rows) };
    },
  ),
  retrieve(
    'GET /manage/clients/:id/progress',
    'getClientProgress',
    {
      summary: "Retrieve a client's progress",
      description:
        "Current streaks and the client's awards; also personal bests and challenges for staff who can manage " +
        'challenges.',
      on: { find: findClient },
      response: ClientProgress,
      staff: 'clients:read',
      example: at(MEMBER),
    },
    (read, { record: { id }, caller }) => progressOf(read, caller, id),
  ),
]);
