// Leaderboards as staff see them: the lists are those of members, the names depend on what the caller may read.

import type { Read } from '../../../database/database.ts';
import type { Expansion } from '../../../http/expansions.ts';
import { type Caller, canAccessSite, hasPermission, hasScope } from '../../../kernel/caller.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { rounded } from '../../../kernel/units.ts';
import { type Page, type PageRequest, pageOfAll } from '../../../records/pages.ts';
import { Client, type ClientRow } from '../../clients/record.ts';
import { Site } from '../../sites/record.ts';
import { periodStatus } from '../periods.ts';
import { scorePage } from '../queries.ts';
import { Leaderboard, LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from '../record.ts';
import { listOf } from '../scores/scores.ts';
import {
  consentingOn,
  displayName,
  firstOfPeriod,
  formatterFor,
  participantCount,
  type RankedScore,
  ranked,
  shownPeriod,
} from '../views.ts';
import type { ManagedEntryResponse } from './shapes.ts';

/** In the units of the brand, which no one in particular has. */
const NOBODY = '';

const mayRead = (caller: Caller, client: ClientRow | undefined): client is ClientRow =>
  client !== undefined &&
  client.erasedAt === null &&
  hasScope(caller, 'clients:read') &&
  hasPermission(caller, 'clients:read') &&
  canAccessSite(caller, client.homeLocationId);

/** Who a client is for the caller: whom the caller may not read has the name that members read. */
const namesFor = (read: Read, caller: Caller, board: LeaderboardRow, clientIds: readonly string[]) => {
  const clients = new Map(Client.rows.findAll(read, [...clientIds]).map((row) => [row.id, row]));
  const consenting = consentingOn(read, board, clientIds);
  return (clientId: string) => {
    const client = clients.get(clientId);
    const isRead = mayRead(caller, client);
    return {
      client,
      clientId: isRead ? clientId : null,
      displayName: isRead ? fullName(client) : displayName(client, false, consenting.has(clientId)),
    };
  };
};

const managedEntries = (
  read: Read,
  caller: Caller,
  board: LeaderboardRow,
  rows: readonly RankedScore[],
): ManagedEntryResponse[] => {
  const nameOf = namesFor(
    read,
    caller,
    board,
    rows.map(({ clientId }) => clientId),
  );
  const named = rows.map((row) => ({ row, ...nameOf(row.clientId) }));
  const siteIds = [...new Set(named.flatMap(({ client }) => client?.homeLocationId ?? []))];
  const sites = new Map(Site.rows.findAll(read, siteIds).map((site) => [site.id, site.name]));
  const format = formatterFor(read, board, NOBODY);
  return named.map(({ row: { id, rank, value, achievedAt }, client, clientId, displayName: name }) => ({
    id,
    object: 'leaderboard_entry',
    leaderboardId: board.id,
    rank,
    clientId,
    displayName: name,
    isHidden: client?.leaderboardVisibility === 'hidden',
    value: rounded(value),
    formattedValue: format(value),
    achievedAt,
    siteName: sites.get(client?.homeLocationId ?? '') ?? '',
  }));
};

interface EntriesQuery {
  readonly period_id?: string | undefined;
  readonly division?: string | undefined;
}

/** A page of the ranked members of a period: of a division, or of those without one. An unknown period is empty. */
export const managedTop = (
  read: Read,
  caller: Caller,
  board: LeaderboardRow,
  { period_id: id, division = '' }: EntriesQuery,
  page: PageRequest,
): Page<ManagedEntryResponse> => {
  const period = id === undefined ? shownPeriod(read, board) : LeaderboardPeriod.rows.find(read, id);
  if (period?.leaderboardId !== board.id) return pageOfAll<ManagedEntryResponse>([], page);
  const list = listOf(period.id, division);
  const found = scorePage(read, page, { list });
  return { ...found, rows: managedEntries(read, caller, board, ranked(read, board, list, found.rows)) };
};

export const managedPeriods = (read: Read, caller: Caller, board: LeaderboardRow) => {
  const format = formatterFor(read, board, NOBODY);
  return (period: PeriodRow) => {
    const status = periodStatus(period, read.now);
    const [first] = status === 'closed' ? firstOfPeriod(read, board, period, 1) : [];
    const name = first && namesFor(read, caller, board, [first.clientId])(first.clientId);
    return {
      ...LeaderboardPeriod.view(period),
      leaderboardId: board.id,
      status,
      participantCount: participantCount(read, board, period),
      winner:
        first === undefined || name === undefined
          ? null
          : {
              clientId: name.clientId,
              displayName: name.displayName,
              value: rounded(first.value),
              formattedValue: format(first.value),
            },
    };
  };
};

/** `expand[]=leader` of leaderboards: the first of the current period; null without anyone. */
export const leaderExpansion: Expansion = {
  from: 'currentPeriodId',
  readBy: ['manageListTop'],
  load(read, ids, caller) {
    const periods = LeaderboardPeriod.rows.findAll(read, [...ids]);
    const boardIds = [...new Set(periods.map(({ leaderboardId }) => leaderboardId))];
    const boards = new Map(Leaderboard.rows.findAll(read, boardIds).map((board) => [board.id, board]));
    return new Map(
      periods.flatMap((period): [string, object][] => {
        const board = boards.get(period.leaderboardId);
        if (board === undefined || !Leaderboard.canAccess(caller, board)) return [];
        const [leader] = managedEntries(read, caller, board, firstOfPeriod(read, board, period, 1));
        return leader === undefined ? [] : [[period.id, leader]];
      }),
    );
  },
};
