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
      summary: 'List what happened to a client',
      description:
        'Bookings as they were made, promoted, cancelled, attended or missed, check-ins, refused ones too, payments, refunds, packages, credits that were given by hand, awards, changes of the record in the last 30 days, and merges; the latest first. Staff see the kinds that they may read elsewhere.',
      on: { find: findClient },
      filters: { group: optional(described(oneOf(...GROUPS), 'What people look for: all without it.')) },
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
      summary: 'How far a client has come',
      description:
        'The streaks as they are now, and the awards that the client has; personal bests and challenges for those who may manage challenges.',
      on: { find: findClient },
      response: ClientProgress,
      staff: 'clients:read',
      example: at(MEMBER),
    },
    (read, { record: { id }, caller }) => progressOf(read, caller, id),
  ),
]);
