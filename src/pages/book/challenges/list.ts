import { type Html, html } from '../../../kernel/html.ts';
import { NEXT } from '../icons.ts';
import { topOf } from '../layout.ts';
import { gonePage } from '../messages.ts';
import type { MemberVisit, PageResult } from '../visit.ts';
import { awardBanner } from './award-banner.ts';
import { type Challenge, MOST } from './shapes.ts';
import { datesOf, subPages } from './words.ts';

const line = ({ context }: MemberVisit, challenge: Challenge): Html => {
  const { t, signs } = context;
  const { id, title, type, summary, enrollment, participantCount } = challenge;
  const isIn = enrollment !== null && enrollment.status !== 'withdrawn';
  const mark = isIn ? html`<span class="status" data-tone="brand">${t('challenges.takesPart')}</span>` : undefined;
  const many = t('challenges.participants', { count: participantCount });
  return html`<li><a href="/book/challenges/${id}"><span class="thumb">${signs.of({ id, name: title, category: `${type} ${summary ?? ''}` })}</span><span class="grow">${title}<small>${datesOf(context, challenge)}</small><small>${many}</small>${mark}</span>${NEXT}</a></li>`;
};

const section = (visit: MemberVisit, id: string, title: string, challenges: readonly Challenge[]): Html | undefined =>
  challenges.length === 0
    ? undefined
    : html`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${challenges.map((challenge) => line(visit, challenge))}</ul></section>`;

export const challengesPage = async (visit: MemberVisit): Promise<PageResult> => {
  const { context, callApi } = visit;
  const { t, studio } = context;
  if (!studio.features.challenges) return studio.features.leaderboards ? { to: '/book/boards' } : gonePage(context);
  const listed = (status: 'active' | 'enrolling' | 'upcoming') =>
    callApi('listChallenges', { query: { status, limit: MOST } });
  const [active, enrolling, upcoming, past, banner] = await Promise.all([
    listed('active'),
    listed('enrolling'),
    listed('upcoming'),
    callApi('listPastChallenges', { query: { limit: 20 } }),
    awardBanner(visit),
  ]);
  const coming = [...enrolling.data, ...upcoming.data];
  // A challenge that the member has left is in both lists while it runs.
  const over = past.data.filter(({ status }) => status === 'completed');
  const isEmpty = active.data.length + coming.length + over.length === 0;
  const content = html`${topOf(context, 'challenges')}
<main class="page" id="main"><h1 class="page-title">${t('shell.challenges')}</h1>${subPages(context, 'challenges')}${banner}
${isEmpty ? html`<p class="section">${t('challenges.nothing')}</p>` : undefined}
${section(visit, 'running', t('challenges.running'), active.data)}
${section(visit, 'coming', t('challenges.coming'), coming)}
${section(visit, 'past', t('challenges.past'), over)}</main>`;
  return { context, title: t('shell.challenges'), content, tab: 'challenges' };
};
