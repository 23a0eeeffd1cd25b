import { type Html, html } from '../../../kernel/html.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { awardBanner } from '../challenges/award-banner.ts';
import { boardOf } from '../challenges/challenge.ts';
import { type Board, type BoardPeriod, challengeOf } from '../challenges/shapes.ts';
import { challengePath, nameLink, subPages, wayBack } from '../challenges/words.ts';
import { NEXT } from '../icons.ts';
import { type BookContext, topOf } from '../layout.ts';
import { gonePage } from '../messages.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { readBoard, type ShownBoard, shortBoard, valueText, wholeList } from './board-parts.ts';

const PAGE = 50;
const SHOWN_PERIODS = 6;

const boardPath = ({ id }: Pick<Board, 'id'>): string => `/book/boards/${id}`;

export const boardsPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context, callApi } = visit;
  const { t, studio } = context;
  if (!studio.features.leaderboards) return gonePage(context);
  const [{ data }, ranks, banner] = await Promise.all([
    callApi('listLeaderboards', { query: { limit: 100 } }),
    callApi('getLeaderboardSummary'),
    awardBanner(visit),
  ]);
  const own = new Map(ranks.boards.map((each) => [each.leaderboardId, each]));
  const lines = data.map((board) => {
    const { rank = null, participantCount = board.participantCount } = own.get(board.id) ?? {};
    const place = rank === null ? undefined : t('challenges.rank', { rank, count: participantCount });
    const about = board.description ?? t('challenges.participants', { count: participantCount });
    return html`<li><a href="${boardPath(board)}"><span class="grow">${board.name}<small>${about}</small></span><span class="value">${place}</span>${NEXT}</a></li>`;
  });
  const list = lines.length === 0 ? html`<p>${t('challenges.noBoards')}</p>` : html`<ul class="rows">${lines}</ul>`;
  const content = html`${topOf(context, 'challenges')}
<main class="page" id="main"><h1 class="page-title">${t('challenges.boards')}</h1>${subPages(context, 'boards')}${banner}<div class="section">${list}</div></main>`;
  return { context, title: t('challenges.boards'), content, tab: 'challenges' };
};

const periodName = ({ t, formats }: BookContext, board: Board, { startsAt }: BoardPeriod): string => {
  const day = localDateAt(Date.parse(startsAt), board.timezone);
  if (board.periodType === 'daily') return formats.longDay(day);
  if (board.periodType === 'weekly') return t('challenges.weekOf', { day: formats.shortDay(day) });
  return formats.month(day);
};

/** The newest periods of a board that repeats. */
const periodsOf = async ({ callApi }: MemberVisit, { id, periodType }: Board): Promise<readonly BoardPeriod[]> => {
  if (periodType === 'challenge' || periodType === 'all_time') return [];
  const listed = (status: BoardPeriod['status']) =>
    callApi('listLeaderboardPeriods', { path: { id }, query: { status, limit: SHOWN_PERIODS } });
  const lists = await Promise.all([listed('current'), listed('closing'), listed('closed')]);
  return lists.flatMap(({ data }) => data).slice(0, SHOWN_PERIODS);
};

interface Periods {
  readonly periods: readonly BoardPeriod[];
  /** The period that the page shows; undefined for the present one. */
  readonly period: BoardPeriod | undefined;
}

const periodChips = (
  context: BookContext,
  board: Board,
  path: string,
  { periods, period }: Periods,
): Html | undefined => {
  const { t } = context;
  if (periods.length < 2) return undefined;
  const links = periods.map((each) => {
    const isCurrent = each.status === 'current';
    const isOn = period === undefined ? isCurrent : each.id === period.id;
    const name = isCurrent ? t('challenges.thisPeriod') : periodName(context, board, each);
    return html`<a class="chip" href="${isCurrent ? path : `${path}?period=${each.id}`}"${isOn ? html` aria-current="true"` : ''}>${name}</a>`;
  });
  return html`<nav class="chips" aria-label="${t('challenges.period')}">${links}</nav>`;
};

const winnerLine = (context: BookContext, board: Board, period: BoardPeriod | undefined): Html | undefined => {
  if (period?.winner == null) return undefined;
  const { displayName, value, formattedValue } = period.winner;
  const { t } = context;
  const name = displayName === 'Anonymous' ? t('challenges.anonymous') : displayName;
  return html`<p>${t('challenges.wonBy', { name, value: valueText(context, board, value, formattedValue) })}</p>`;
};

const listPart = async (visit: MemberVisit, { board }: ShownBoard, path: string, period: BoardPeriod | undefined) => {
  const { context, callApi, url } = visit;
  const after = url.searchParams.get('after') ?? undefined;
  const query = { period_id: period?.id, limit: PAGE, starting_after: after };
  const { data, nextCursor } = await callApi('listTop', { path: { id: board.id }, query });
  const where = (more: Readonly<Record<string, string>>): string =>
    `${path}?${new URLSearchParams({ ...(period === undefined ? {} : { period: period.id }), ...more })}`;
  const more =
    nextCursor === null
      ? undefined
      : html`<p class="board-more"><a class="button" href="${where({ list: 'all', after: nextCursor })}">${context.t('challenges.more')}</a></p>`;
  return html`${wholeList(context, board, data)}${more}`;
};

interface BoardView {
  readonly board: Board;
  readonly path: string;
  readonly back: Html;
}

const pageOfBoard = async (visit: MemberVisit, { board, path, back }: BoardView): Promise<PageResult> => {
  const { context, url } = visit;
  const { t } = context;
  const periods = await periodsOf(visit, board);
  const asked = url.searchParams.get('period');
  const period = periods.find(({ id }) => id === asked);
  const shown = await readBoard(visit, board, period?.id);
  const isWhole = url.searchParams.get('list') === 'all';
  const all = `${path}?${new URLSearchParams({ ...(period === undefined ? {} : { period: period.id }), list: 'all' })}`;
  const list = isWhole
    ? await listPart(visit, shown, path, period)
    : html`${shortBoard(context, shown)}${shown.top.length === 0 ? undefined : html`<p class="board-more"><a class="button" href="${all}">${t('challenges.wholeBoard')}</a></p>`}`;
  const { name, description } = board;
  const rank =
    shown.own.rank === null
      ? undefined
      : t('challenges.rank', { rank: shown.own.rank, count: shown.own.participantCount });
  const content = html`${topOf(context, 'challenges')}
<main class="page narrow" id="main">${back}<h1>${name}</h1>${description === null ? undefined : html`<p class="quiet">${description}</p>`}${periodChips(context, board, path, { periods, period })}<section class="section" aria-labelledby="board"><div class="spread"><h2 id="board">${rank ?? t('challenges.board')}</h2>${nameLink(t, shown.name)}</div>${winnerLine(context, board, period)}${list}</section></main>`;
  return { context, title: name, content, tab: 'challenges' };
};

export const boardPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context, callApi, param } = visit;
  if (!context.studio.features.leaderboards) return gonePage(context);
  const board = await callApi('getLeaderboard', { path: { id: param('id') } });
  return pageOfBoard(visit, {
    board,
    path: boardPath(board),
    back: wayBack('/book/boards', context.t('challenges.toBoards')),
  });
};

export const challengeBoardPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context } = visit;
  const challenge = await challengeOf(visit);
  const board = await boardOf(visit, challenge);
  if (board === undefined) return gonePage(context);
  const path = challengePath(challenge);
  const back = wayBack(path, context.t('challenges.toChallenge', { title: challenge.title }));
  return pageOfBoard(visit, { board, path: `${path}/board`, back });
};
