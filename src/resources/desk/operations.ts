import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { OwnPermission } from '../../http/operations/operation.ts';
import type { RequireOperation } from '../../http/operations/rights.ts';
import type { Caller } from '../../kernel/caller.ts';
import { described, id, integer, object, oneOf, optional, withDefault } from '../../kernel/schemas.ts';
import { SESSIONS, SITES } from '../demo-ids.ts';
import { siteOf } from '../named-sites.ts';
import { findSession, leadsRoster } from '../sessions/queries.ts';
import type { SiteRow } from '../sites/record.ts';
import { decisions } from './decisions/decisions.ts';
import { DeskDecisions } from './decisions/shapes.ts';
import { latest } from './latest/latest.ts';
import { DeskLatest } from './latest/shapes.ts';
import { operationsOf } from './rights.ts';
import { rosterFile } from './roster/csv.ts';
import { rosterOf } from './roster/roster.ts';
import { Roster } from './roster/shapes.ts';
import { search } from './search/search.ts';
import { DeskSearch } from './search/shapes.ts';

/** The site of a request. @throws Problem 400 when there is no such site; 403 when it is not the caller's. */
const atSite = (read: Read, caller: Caller, siteId: string): SiteRow =>
  siteOf(read, caller, { param: 'location_id', id: siteId });

const MOST_FOUND = 20;

const ofOwnRoster: OwnPermission = {
  permission: 'clients:read_own_rosters',
  isOwn: ({ read, actor, id }) => leadsRoster(read, actor.staffId, id),
};

interface DeskDeps {
  readonly requireOperation: RequireOperation;
}

/** What the pages of the desk draw, in one answer each. */
export const deskOperations = ({ requireOperation }: DeskDeps) =>
  businessOperations({ tag: 'Desk', about: "A site's day as the front desk sees it." }, 'manage', ({ read }) => [
    read(
      'GET /manage/search',
      'searchDesk',
      {
        summary: 'Search clients and sessions',
        description:
          "Finds clients by name, email, phone number, barcode, or fob number, each with today's booking at the " +
          'site, the next session, the package that pays, and the most likely next action for the front desk; and ' +
          'sessions of the site by name.',
        query: object(() => ({
          q: Type.String({
            format: 'line',
            minLength: 1,
            maxLength: 200,
            description:
              'Words in a name or email, at least four digits of a phone number, or a complete barcode or fob number.',
          }),
          match: optional(
            withDefault(
              described(
                oneOf('any', 'code'),
                '`code` finds only the client whose complete barcode or fob number is `q`, as for a scanned card.',
              ),
              'any',
            ),
          ),
          location_id: id(),
          limit: optional(withDefault(described(integer(1, MOST_FOUND), 'The maximum number of clients.'), 8)),
        })),
        response: DeskSearch,
        staff: 'sessions:read',
        sites: 'named',
        example: { query: { q: 'dan', location_id: SITES.downtown } },
      },
      (read, { caller, query: { q, match, location_id: siteId, limit = 8 } }) =>
        search(read, caller, {
          text: q.trim(),
          isCode: match === 'code',
          site: atSite(read, caller, siteId),
          limit,
          mayDo: operationsOf(caller, requireOperation),
        }),
    ),
    read(
      'GET /manage/sessions/:id/roster',
      'getRoster',
      {
        summary: "Retrieve a session's roster",
        description:
          'Each booking with its client, alerts and flags, the package that pays for it, and its waitlist ' +
          'position, in sections. Instructors get the rosters of their own sessions, with roster fields only. ' +
          '`format` csv returns a file.',
        query: object(() => ({
          format: optional(withDefault(described(oneOf('json', 'csv'), 'Use csv for a file.'), 'json')),
        })),
        on: { find: findSession },
        response: Roster,
        alsoSends: 'csv',
        staff: ['bookings:read', ofOwnRoster],
        example: at(SESSIONS.offered),
      },
      (read, { caller, record, query: { format } }) => {
        const roster = rosterOf(read, caller, record);
        return format === 'csv' ? rosterFile(roster) : roster;
      },
    ),
    read(
      'GET /manage/decisions',
      'listDecisions',
      {
        summary: 'List what needs a decision at a site',
        description:
          'Returns open offers, clients who are not checked in, declined cards, fees, packages about to end, and ' +
          'failing endpoints: each type if the caller can read its records, with the operations that resolve it. ' +
          'Instructors only see their own sessions.',
        query: object(() => ({ location_id: id() })),
        response: DeskDecisions,
        staff: 'sessions:read',
        sites: 'named',
        example: { query: { location_id: SITES.downtown } },
      },
      (read, { caller, query }) =>
        decisions(read, caller, atSite(read, caller, query.location_id), operationsOf(caller, requireOperation)),
    ),
    read(
      'GET /manage/latest',
      'listLatest',
      {
        summary: 'List recent activity at a site',
        description:
          'Returns check-ins, bookings, waitlist changes, cancellations, no-shows, packages bought, and new ' +
          'clients, each if the caller can read its records, and whether it can still be undone.',
        query: object(() => ({
          location_id: id(),
          limit: optional(withDefault(described(integer(1, MOST_FOUND), 'The maximum number of entries.'), 6)),
        })),
        response: DeskLatest,
        staff: 'sessions:read',
        sites: 'named',
        example: { query: { location_id: SITES.downtown } },
      },
      (read, { caller, query: { location_id: siteId, limit = 6 } }) =>
        latest(read, caller, {
          siteId: atSite(read, caller, siteId).id,
          limit,
          mayDo: operationsOf(caller, requireOperation),
        }),
    ),
  ]);
