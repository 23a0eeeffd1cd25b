import { type Html, html } from '../../../kernel/html.ts';
import { boardSection, readBoard } from '../boards/board-parts.ts';
import { topOf } from '../layout.ts';
import { markdown } from '../library/markdown.ts';
import { type ApiRefusal, gonePage, refusalNote } from '../messages.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { articleSection } from './articles.ts';
import { assessmentSection } from './assessments.ts';
import { awardBanner } from './award-banner.ts';
import { goalSection } from './goals/goals.ts';
import { joinCard, pointsList } from './joining.ts';
import { attendanceSection, scoreCard } from './score.ts';
import { type Board, type Challenge, challengeOf, MOST } from './shapes.ts';
import { challengePath, datesOf, wayBack } from './words.ts';

/** Undefined if the challenge has no board. */
export const boardOf = async (
  { callApi, context }: MemberVisit,
  { id, leaderboardId }: Challenge,
): Promise<Board | undefined> => {
  if (!context.studio.features.leaderboards) return undefined;
  const { data } = await callApi('listLeaderboards', { query: { challenge_id: id, limit: 20 } });
  return data.find((board) => board.id === leaderboardId) ?? data.at(-1);
};

const aboutSection = async ({ context }: MemberVisit, challenge: Challenge): Promise<Html> => {
  const { description, prizeDescription, summary } = challenge;
  const lead = summary === null ? undefined : html`<p class="lead">${summary}</p>`;
  const text =
    description === null ? undefined : html`<div class="prose">${await markdown(context, description)}</div>`;
  const prize =
    prizeDescription === null
      ? undefined
      : html`<section class="section prose" aria-labelledby="prize"><h2 id="prize">${context.t('challenges.prize')}</h2>${await markdown(context, prizeDescription)}</section>`;
  return html`${lead}${text}${prize}`;
};

const rulesSection = async ({ context }: MemberVisit, { rules }: Challenge): Promise<Html | undefined> =>
  rules === null
    ? undefined
    : html`<section class="section prose" aria-labelledby="rules"><h2 id="rules">${context.t('challenges.rules')}</h2>${await markdown(context, rules)}</section>`;

const joinedContent = async (visit: MemberVisit, challenge: Challenge, board: Board | undefined) => {
  const { callApi, param } = visit;
  const path = { id: param('id') };
  const query = { limit: MOST };
  const [progress, attendance, goals, before, articles, assessments, shownBoard] = await Promise.all([
    callApi('getChallengeProgress', { path }),
    callApi('getChallengeAttendance', { path }),
    callApi('listChallengeGoals', { path, query }),
    callApi('listPastChallengeGoals', { path, query }),
    callApi('listChallengeArticles', { path, query }),
    callApi('listChallengeAssessments', { path, query }),
    board === undefined ? undefined : readBoard(visit, board),
  ]);
  const score = scoreCard(visit, { challenge, progress, attendance, rankChange: shownBoard?.own.rankChange ?? null });
  const main = html`${score}${goalSection(visit, { challenge, goals: goals.data, before: before.data })}${assessmentSection(visit, challenge, assessments.data)}${articleSection(visit, challenge, articles.data)}${attendanceSection(visit, challenge, attendance)}`;
  return { main, boardPart: shownBoard && boardSection(visit, shownBoard, `${challengePath(challenge)}/board`) };
};

export const challengePageWith = async (visit: MemberVisit, refused?: ApiRefusal): Promise<PageResult> => {
  const { context } = visit;
  if (!context.studio.features.challenges) return gonePage(context);
  const challenge = await challengeOf(visit);
  const { title, enrollment } = challenge;
  const isIn = enrollment !== null && enrollment.status !== 'withdrawn';
  const [board, banner, profile] = await Promise.all([
    boardOf(visit, challenge),
    awardBanner(visit),
    visit.callApi('getMemberProfile'),
  ]);
  const card = joinCard(visit, challenge, profile, board);
  const joined = isIn ? await joinedContent(visit, challenge, board) : undefined;
  const introduction = html`${await aboutSection(visit, challenge)}${pointsList(visit, challenge)}`;
  const rules = await rulesSection(visit, challenge);
  const main = joined?.main ?? introduction;
  const about = isIn ? html`<div class="section">${introduction}${rules}</div>` : undefined;
  const content = html`${topOf(context, 'challenges')}
<main class="page" id="main">${wayBack('/book/challenges', context.t('shell.challenges'))}<p class="when">${datesOf(context, challenge)}</p><h1>${title}</h1>${banner}${refusalNote(context, refused)}
<div class="with-rail"><div>${main}${isIn ? undefined : rules}</div><div>${joined?.boardPart}${card}</div></div>${about}</main>`;
  const status = refused === undefined ? 200 : refused.status === 409 ? 409 : 422;
  return { context, title, content, tab: 'challenges', status };
};

export const challengePage = (visit: MemberVisit): Promise<PageResult> => challengePageWith(visit);
