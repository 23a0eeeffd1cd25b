import { type Html, html } from '../../../kernel/html.ts';
import { CHECK, LOCK, NEXT } from '../icons.ts';
import { topOf } from '../layout.ts';
import { markdown } from '../library/markdown.ts';
import { gonePage, orRefused, refusalNote } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { type Article, type Challenge, challengeOf, MOST } from './shapes.ts';
import { actForm, challengePath, dayOf, wayBack } from './words.ts';

const articlePath = ({ challengeId, id }: Article): string => `/book/challenges/${challengeId}/articles/${id}`;

const factsOf = ({ context: { t } }: MemberVisit, challenge: Challenge, article: Article): string => {
  const points = article.pointsValue ?? challenge.pointsRules.perArticle;
  const time = article.estimatedMinutes;
  return [
    ...(time === null ? [] : [t('challenges.readTime', { count: time })]),
    ...(points > 0 ? [t('challenges.points', { count: points })] : []),
  ].join(' · ');
};

const line = (visit: MemberVisit, challenge: Challenge, article: Article): Html => {
  const { context } = visit;
  const { t } = context;
  const { title, isUnlocked, unlocksAt, readAt } = article;
  if (!isUnlocked) {
    const opens = t('challenges.opensOn', { day: dayOf(context, unlocksAt) });
    return html`<li><div><span class="grow">${title}<small>${opens}</small></span>${LOCK}</div></li>`;
  }
  const mark =
    readAt === null ? NEXT : html`<span class="status" data-tone="positive">${CHECK}${t('challenges.read')}</span>`;
  return html`<li><a href="${articlePath(article)}"><span class="grow">${title}<small>${factsOf(visit, challenge, article)}</small></span>${mark}</a></li>`;
};

export const articleSection = (
  visit: MemberVisit,
  challenge: Challenge,
  articles: readonly Article[],
): Html | undefined => {
  const { t } = visit.context;
  if (articles.length === 0) return undefined;
  const weeks = [...Map.groupBy(articles, ({ weekNumber }) => weekNumber)];
  const lists = weeks.map(
    ([week, some]) =>
      html`<h3 class="week">${t('challenges.weekNumber', { week })}</h3><ul class="rows">${some.map((article) => line(visit, challenge, article))}</ul>`,
  );
  return html`<section class="section" aria-labelledby="articles"><h2 id="articles">${t('challenges.articles')}</h2>${lists}</section>`;
};

const findArticle = async (visit: MemberVisit): Promise<Article | undefined> => {
  const { data } = await visit.callApi('listChallengeArticles', {
    path: { id: visit.param('id') },
    query: { limit: MOST },
  });
  return data.find(({ id, isUnlocked }) => id === visit.param('article') && isUnlocked);
};

const articlePageWith = async (visit: MemberVisit, refused?: { readonly code: string }): Promise<BookPage> => {
  const { context, callApi } = visit;
  const { t } = context;
  const [challenge, article] = await Promise.all([challengeOf(visit), findArticle(visit)]);
  if (article === undefined) return gonePage(context);
  const entry = await callApi('getContentEntry', { path: { id: article.contentEntryId } });
  const { title, summary, readAt, weekNumber } = article;
  const isElsewhere = entry.mediaIds.length > 0 || entry.children.length > 0;
  const library = isElsewhere
    ? html`<p class="section"><a class="button" data-variant="tinted" href="/book/library/${entry.slug}">${t('challenges.toLibrary')}</a></p>`
    : undefined;
  const button = html`<button class="button" data-variant="primary" data-size="large">${t('challenges.markRead')}</button>`;
  const act =
    readAt !== null
      ? html`<p class="status" data-tone="positive">${CHECK}${t('challenges.read')}</p>`
      : challenge.enrollment?.status === 'enrolled'
        ? actForm({ action: articlePath(article), act: 'read', key: visit.newKey(), content: button })
        : undefined;
  const facts = [t('challenges.weekNumber', { week: weekNumber }), factsOf(visit, challenge, article)];
  const body =
    entry.body === null || entry.body === ''
      ? undefined
      : html`<div class="prose">${await markdown(context, entry.body)}</div>`;
  const content = html`${topOf(context, 'challenges')}<main class="page narrow" id="main">${wayBack(challengePath(challenge), t('challenges.toChallenge', { title: challenge.title }))}<h1>${title}</h1><p class="quiet">${facts.filter((each) => each !== '').join(' · ')}</p>${summary === null ? undefined : html`<p class="lead">${summary}</p>`}${body}${library}<div class="section">${refusalNote(context, refused)}${act}</div></main>`;
  return { context, title, content, tab: 'challenges', status: refused === undefined ? 200 : 422 };
};

export const articlePage = (visit: MemberVisit): Promise<PageResult> => articlePageWith(visit);

export const readArticle = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      const path = { id: visit.param('id'), articleId: visit.param('article') };
      await visit.callApi('readChallengeArticle', { path, key: form.get('key') });
      return { to: challengePath({ id: visit.param('id') }) };
    },
    (refused) => articlePageWith(visit, refused),
  );
