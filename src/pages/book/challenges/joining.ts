import { fullName } from '../../../kernel/full-name.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { TROPHY } from '../icons.ts';
import type { BookMember, MemberVisit } from '../visit.ts';
import type { Board, Challenge } from './shapes.ts';
import { actForm, boardName, challengePath, dayOf, lastDayOf } from './words.ts';

/** What of the profile of a member says how others see it. */
interface Shown {
  readonly leaderboardVisibility: 'visible' | 'initials' | 'hidden';
}

interface Rule {
  readonly name: string;
  readonly points: number;
}

/** What earns points before joining, and while it runs. */
export const pointsList = ({ context: { t } }: MemberVisit, { type, pointsRules }: Challenge): Html => {
  const { perAttendance, perGoal, perAssessment, perArticle, maxAttendancePerDay, dailyCap } = pointsRules;
  const rules: readonly Rule[] = [
    { name: t('challenges.perVisit'), points: perAttendance },
    { name: t('challenges.perGoal'), points: perGoal },
    { name: t('challenges.perAssessment'), points: perAssessment },
    { name: t('challenges.perArticle'), points: perArticle },
  ].filter(({ points }) => points > 0);
  const limits = [
    ...(perAttendance > 0 ? [t('challenges.visitsADay', { count: maxAttendancePerDay })] : []),
    ...(dailyCap === null ? [] : [t('challenges.dailyCap', { count: dailyCap })]),
  ];
  const list = rules.map(
    ({ name, points }) =>
      html`<li><div><span class="grow">${name}</span><span class="value">${t('challenges.points', { count: points })}</span></div></li>`,
  );
  const visits = rules.length === 0 && type === 'attendance' ? html`<p>${t('challenges.visitsCount')}</p>` : undefined;
  if (rules.length === 0 && visits === undefined) return html``;
  return html`<section class="section" aria-labelledby="counts"><h2 id="counts">${t('challenges.counts')}</h2>${visits}${rules.length === 0 ? undefined : html`<ul class="rows">${list}</ul>`}${limits.length === 0 ? undefined : html`<p class="small quiet limits">${limits.join(' · ')}</p>`}</section>`;
};

/** How others see the member, with the way to change it. */
const shownLine = (
  { context: { t }, member }: MemberVisit,
  { leaderboardVisibility }: Shown,
  consents: boolean,
): Html => {
  const name = boardName(member, leaderboardVisibility, consents);
  const text = name === undefined ? t('challenges.shownNot') : t('challenges.shownAs', { name });
  return html`<p class="small">${text} <a class="link" href="/book/me/account/privacy">${t('challenges.changeName')}</a></p>`;
};

const wholeNameCheck = (
  { context: { t } }: MemberVisit,
  member: BookMember,
  { leaderboardVisibility }: Shown,
): Html | undefined =>
  leaderboardVisibility === 'initials'
    ? html`<label class="check"><input type="checkbox" name="wholeName" value="yes"><span>${t('challenges.wholeName', { name: fullName(member) })}</span></label>`
    : undefined;

const divisionField = ({ context: { t } }: MemberVisit, board: Board | undefined): Html | undefined =>
  board === undefined || board.divisions.length === 0
    ? undefined
    : html`<div class="field"><label for="division">${t('challenges.division')}</label><select class="input" id="division" name="division"><option value="">${t('challenges.noDivision')}</option>${board.divisions.map((name) => html`<option>${name}</option>`)}</select></div>`;

/** Why a challenge cannot be joined now; undefined while it can. */
const closedText = ({ context }: MemberVisit, challenge: Challenge): string | undefined => {
  const { t, read } = context;
  const { enrollmentOpensAt, enrollmentClosesAt, status, capacity, participantCount } = challenge;
  if (status === 'completed') return t('challenges.over');
  if (read.now < enrollmentOpensAt) return t('challenges.opens', { day: dayOf(context, enrollmentOpensAt) });
  if (read.now >= enrollmentClosesAt) return t('challenges.closed');
  return capacity !== null && participantCount >= capacity ? t('challenges.full', { count: capacity }) : undefined;
};

const joinForm = (visit: MemberVisit, challenge: Challenge, profile: Shown, board: Board | undefined): Html => {
  const { context, member } = visit;
  const { t } = context;
  const { rules, capacity, participantCount, enrollmentClosesAt, enrollment } = challenge;
  const left = enrollment?.status === 'withdrawn' ? html`<p role="status">${t('challenges.wasLeft')}</p>` : undefined;
  const places =
    capacity === null
      ? t('challenges.participants', { count: participantCount })
      : t('challenges.open', { count: capacity - participantCount });
  const accept =
    rules === null
      ? html`<input type="hidden" name="rules" value="yes">`
      : html`<label class="check"><input type="checkbox" name="rules" value="yes" required><span>${t('challenges.acceptRules')}</span></label>`;
  const content = html`${divisionField(visit, board)}${accept}${wholeNameCheck(visit, member, profile)}<button class="button" data-variant="primary" data-size="large" data-wide="">${t('challenges.join')}</button>`;
  return html`${left}<p class="quiet small">${places}. ${t('challenges.joinUntil', { day: lastDayOf(context, enrollmentClosesAt) })}</p>${actForm({ action: challengePath(challenge), act: 'join', key: visit.newKey(), content })}`;
};

export const joinCard = (
  visit: MemberVisit,
  challenge: Challenge,
  profile: Shown,
  board: Board | undefined,
): Html | undefined => {
  const { t } = visit.context;
  const { enrollment, status } = challenge;
  const isIn = enrollment !== null && enrollment.status !== 'withdrawn';
  const hasBoards = visit.context.studio.features.leaderboards;
  const shown = hasBoards ? shownLine(visit, profile, isIn && enrollment.displayConsent) : undefined;
  if (isIn) {
    const leave =
      status === 'completed' || enrollment.status === 'completed'
        ? undefined
        : html`<a class="button" data-wide="" data-sheet="" href="${challengePath(challenge)}/leave">${t('challenges.leave')}</a>`;
    return (
      leave &&
      html`<section class="card join-card section" aria-label="${t('challenges.takesPart')}"><h2>${t('challenges.takesPart')}</h2>${shown}${leave}</section>`
    );
  }
  const closed = closedText(visit, challenge);
  const body = closed === undefined ? joinForm(visit, challenge, profile, board) : html`<p>${closed}</p>`;
  return html`<section class="card join-card" aria-label="${t('challenges.join')}"><h2>${TROPHY}${t('challenges.join')}</h2>${closed === undefined ? shown : undefined}${body}</section>`;
};
