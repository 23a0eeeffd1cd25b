import { type Html, html } from '../../../kernel/html.ts';
import type { Board, BoardEntry, OwnRank } from '../challenges/shapes.ts';
import { boardName, nameLink, numberText } from '../challenges/words.ts';
import { initialsOf } from '../initials.ts';
import type { BookContext } from '../layout.ts';
import type { MemberVisit } from '../visit.ts';

/** The number of rows before the gap. */
const FIRST = 3;
/** The number of rows on each side of the member. */
const AROUND = 2;

type Visibility = 'visible' | 'initials' | 'hidden';

export interface ShownBoard {
  readonly board: Board;
  readonly top: readonly BoardEntry[];
  readonly own: OwnRank;
  readonly visibility: Visibility;
  /** The member's own name as this board shows it. */
  readonly name: string | undefined;
}

/** Whether the member shows their full name in the challenge of a board. */
const consentsOn = async ({ callApi }: MemberVisit, { challengeId }: Board): Promise<boolean> => {
  if (challengeId === null) return false;
  const { enrollment } = await callApi('getChallenge', { path: { id: challengeId } });
  return enrollment?.displayConsent === true && enrollment.status !== 'withdrawn';
};

/** Reads the first of a board and the place of the member, in the present period or in a named one. */
export const readBoard = async (visit: MemberVisit, board: Board, periodId?: string): Promise<ShownBoard> => {
  const { callApi, member } = visit;
  const path = { id: board.id };
  const query = { period_id: periodId };
  const [{ data: top }, own, { leaderboardVisibility: visibility }, consents] = await Promise.all([
    callApi('listTop', { path, query: { ...query, limit: FIRST + 2 * AROUND } }),
    callApi('getOwnRank', { path, query }),
    callApi('getMemberProfile'),
    consentsOn(visit, board),
  ]);
  return { board, top, own, visibility, name: boardName(member, visibility, consents) };
};

/** A value of a board in the words of the reader. Values of a metric come with their unit. */
export const valueText = (
  context: Pick<BookContext, 't' | 'locale'>,
  { rankBy }: Pick<Board, 'rankBy'>,
  value: number,
  formatted: string,
): string => {
  const { t } = context;
  const count = value;
  if (rankBy === 'attendance') return t('challenges.visits', { count });
  if (rankBy === 'streak') return t('challenges.weeks', { count });
  if (rankBy === 'watch_time') return t('challenges.minutes', { count });
  if (rankBy === 'points') return t('challenges.points', { count });
  // The API writes numbers for programs.
  return formatted.replace(/^[\d.]+/, (number) => numberText(context, Number(number)));
};

interface Line {
  readonly rank: number;
  readonly name: string;
  readonly value: number;
  readonly formattedValue: string;
  readonly isMe: boolean;
}

const lineOf = ({ t }: BookContext, { rank, displayName, value, formattedValue, isMe }: BoardEntry): Line => ({
  rank,
  // Whoever has hidden or gone since a period closed has no name.
  name: displayName === 'Anonymous' ? t('challenges.anonymous') : displayName,
  value,
  formattedValue,
  isMe,
});

const rowOf = (context: BookContext, board: Board, { rank, name, value, formattedValue, isMe }: Line): Html => {
  const shown = isMe ? context.t('challenges.you', { name }) : name;
  return html`<li${isMe ? html` data-me=""` : ''}><b>${rank}</b><span class="avatar disc" data-size="small" aria-hidden="true">${initialsOf(...name.split(/\s+/).slice(0, 2))}</span><span><bdi>${shown}</bdi></span><span class="pts">${valueText(context, board, value, formattedValue)}</span></li>`;
};

export const wholeList = (context: BookContext, board: Board, entries: readonly BoardEntry[]): Html =>
  html`<ol class="board">${entries.map((entry) => rowOf(context, board, lineOf(context, entry)))}</ol>`;

const GAP = html`<li aria-hidden="true" class="gapline">···</li>`;

/** The first three, a gap, and the member among the neighbors; without a gap where the member is near the top. */
const shortList = (context: BookContext, shown: ShownBoard): Html => {
  const { board, top, own, name } = shown;
  const lines = top.map((entry) => lineOf(context, entry));
  const at = lines.findIndex(({ isMe }) => isMe);
  const rows = (some: readonly Line[]): readonly Html[] => some.map((line) => rowOf(context, board, line));
  if (at >= 0 && at < FIRST + AROUND) {
    return html`<ol class="board">${rows(lines.slice(0, Math.max(FIRST, at + AROUND + 1)))}</ol>`;
  }
  const first = lines.slice(0, FIRST);
  const { rank, value, formattedValue } = own;
  if (rank === null || value === null) return html`<ol class="board">${rows(lines.slice(0, FIRST + AROUND))}</ol>`;
  const around = own.neighbors.map((entry) => lineOf(context, entry));
  const me: Line = {
    rank,
    name: name ?? context.t('challenges.anonymous'),
    value,
    formattedValue: formattedValue ?? '',
    isMe: true,
  };
  const ahead = around.filter((line) => line.rank < rank);
  const behind = around.filter((line) => line.rank >= rank);
  return html`<ol class="board">${rows(first)}${GAP}${rows([...ahead, me, ...behind])}</ol>`;
};

const GAPS = {
  points: 'challenges.gapPoints',
  attendance: 'challenges.gapVisits',
  streak: 'challenges.gapWeeks',
  watch_time: 'challenges.gapMinutes',
} as const;

/** How much is missing to the next better place. The gap of a metric has no unit, so it is not said. */
const gapText = ({ t }: BookContext, { rankBy }: Board, { gapToNext }: OwnRank): string | undefined =>
  gapToNext === null || gapToNext === 0 || rankBy === 'metric' ? undefined : t(GAPS[rankBy], { count: gapToNext });

/** Why a member has no place on a board, or sees no one else. */
const stateText = ({ t }: BookContext, { board, own, visibility, top }: ShownBoard): string | undefined => {
  if (board.isOptInRequired && visibility !== 'visible') return t('challenges.optIn');
  if (visibility === 'hidden') return t('challenges.hidden');
  if (top.length === 0) return t('challenges.emptyBoard');
  return own.rank === null ? t('challenges.notYet') : undefined;
};

export const shortBoard = (context: BookContext, shown: ShownBoard): Html => {
  const gap = gapText(context, shown.board, shown.own);
  const state = stateText(context, shown);
  return html`${state === undefined ? undefined : html`<p class="small quiet">${state}</p>`}${shortList(context, shown)}${gap === undefined ? undefined : html`<p class="small quiet">${gap}</p>`}`;
};

export const boardSection = ({ context }: MemberVisit, shown: ShownBoard, path: string): Html => {
  const { t } = context;
  return html`<section class="section" aria-labelledby="board"><div class="spread"><h2 id="board">${t('challenges.board')}</h2>${nameLink(t, shown.name)}</div>${shortBoard(context, shown)}<p class="board-more"><a class="link small" href="${path}">${t('challenges.wholeBoard')}</a></p></section>`;
};
