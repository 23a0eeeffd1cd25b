import { type Html, html } from '../../../kernel/html.ts';
import type { MemberAwardResponse } from '../../../resources/awards/shapes.ts';
import { dayOf, meter, numberText, subPages } from '../challenges/words.ts';
import { TROPHY } from '../icons.ts';
import { topOf } from '../layout.ts';
import { gonePage } from '../messages.ts';
import { ownFile } from '../own-file.ts';
import { BOOK_PATH } from '../paths.ts';
import { shareWords } from '../share.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { bestsSection } from './bests.ts';
import { streakSections } from './streaks.ts';

const badge = (context: MemberVisit['context'], { badgeUrl }: MemberAwardResponse): Html => {
  const path = ownFile(context, badgeUrl);
  return path === undefined ? html`${TROPHY}` : html`<img src="${path}" alt="">`;
};

/** How far a member is, where it can be counted: awards by hand and of challenges are earned or not. */
const progressOf = ({ context }: MemberVisit, { trigger, progress }: MemberAwardResponse): Html => {
  const { t } = context;
  if (trigger === 'manual' || trigger === 'challenge') return html`<small>${t('challenges.notEarned')}</small>`;
  const { current, target, percent } = progress;
  const text = t('challenges.progressOf', { done: numberText(context, current), target: numberText(context, target) });
  return html`<small>${text}</small>${meter(percent, text)}`;
};

const award = (visit: MemberVisit, each: MemberAwardResponse): Html => {
  const { context } = visit;
  const { t } = context;
  const { name, description, isEarned, earnedAt, timesEarned, tier } = each;
  const earned = [
    ...(earnedAt === null ? [] : [t('challenges.earnedOn', { day: dayOf(context, earnedAt) })]),
    ...(timesEarned > 1 ? [t('challenges.earnedTimes', { count: timesEarned })] : []),
  ].join(' · ');
  const state = isEarned ? html`<small>${earned}</small>` : progressOf(visit, each);
  const shown = tier === null ? '' : html` data-tier="${tier}"`;
  return html`<li class="award"${isEarned ? html` data-earned=""` : ''}><span class="badge disc"${shown} aria-hidden="true">${badge(context, each)}</span><div><h3>${name}</h3>${description === null ? undefined : html`<p>${description}</p>`}${state}${isEarned ? shareWords(context, t('challenges.shareAward', { name, studio: context.studio.name }), BOOK_PATH) : undefined}</div></li>`;
};

const awardSection = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { t, studio } = visit.context;
  if (!studio.features.awards) return undefined;
  const { data } = await visit.callApi('listAwards', { query: { limit: 100 } });
  const earned = data.filter(({ isEarned }) => isEarned);
  const others = data.filter(({ isEarned }) => !isEarned);
  const list =
    data.length === 0
      ? html`<p>${t('challenges.noAwards')}</p>`
      : html`<ul class="awards">${[...earned, ...others].map((each) => award(visit, each))}</ul>`;
  return html`<section class="section" aria-labelledby="awards"><h2 id="awards" class="visually-hidden">${t('challenges.awards')}</h2>${list}</section>`;
};

/** What a member has reached: awards, streaks, milestones and personal bests, as far as the studio has them. */
export const awardsPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context } = visit;
  const { awards, streaks, metrics } = context.studio.features;
  if (!awards && !streaks && !metrics) return gonePage(context);
  const title = context.t('challenges.awards');
  const [own, streakParts, bests] = await Promise.all([
    awardSection(visit),
    streakSections(visit),
    bestsSection(visit),
  ]);
  const content = html`${topOf(context, 'challenges')}
<main class="page" id="main"><h1 class="page-title">${title}</h1>${subPages(context, 'awards')}
<div class="with-rail"><div>${own}${bests}</div><div>${streakParts}</div></div></main>`;
  return { context, title, content, tab: 'challenges' };
};
