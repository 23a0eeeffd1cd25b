import { type Html, html } from '../../../kernel/html.ts';
import { LOCK } from '../icons.ts';
import { type BookContext, siteQuery } from '../layout.ts';
import { ownFile } from '../own-file.ts';
import type { Entry } from './shapes.ts';
import { lengthOf, lineOf } from './words.ts';

export const entryPath = (context: BookContext, { slug }: Pick<Entry, 'slug'>): string =>
  `/book/library/${slug}${siteQuery(context)}`;

/** The picture of an entry where this server keeps it, else its sign. */
export const pictureOf = (context: BookContext, entry: Entry, isWhole = false): Html => {
  const { thumbnailUrl, posterUrl, categories = [], id, title, media = [] } = entry;
  const path = [thumbnailUrl, posterUrl, ...media.map((each) => each.posterUrl)].flatMap(
    (url) => ownFile(context, url) ?? [],
  )[0];
  if (path !== undefined) return html`<span class="sign"><img src="${path}" alt="" loading="lazy"></span>`;
  return context.signs.of({ id, name: title, category: categories.map(({ name }) => name).join(' ') }, isWhole);
};

const SHORTEST_BAR = 1;

/** How much of an entry is seen, as a picture with a sentence. */
const barOf = ({ t }: BookContext, percent: number): Html | undefined => {
  if (percent < SHORTEST_BAR) return undefined;
  const done = Math.round(percent);
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${t('library.seen', { percent: done })}"><rect width="100" height="4" rx="2" class="bar-ground"/><rect width="${done}" height="4" rx="2" class="bar-done"/></svg>`;
};

export const cover = (context: BookContext, entry: Entry, isWide = false): Html => {
  const { durationSeconds, title, isLocked, memberStatus } = entry;
  const marks = [
    ...(isLocked === true ? [LOCK] : []),
    ...(durationSeconds === null ? [] : [lengthOf(context, durationSeconds)]),
  ];
  const isBegun = memberStatus?.status === 'in_progress';
  return html`<li class="cover"${isWide ? html` data-wide=""` : ''}><span class="frame">${pictureOf(context, entry)}${marks.length === 0 ? undefined : html`<span class="mark">${marks}</span>`}</span>${isBegun ? barOf(context, memberStatus.progressPercent) : undefined}<div><h3><a href="${entryPath(context, entry)}">${title}</a></h3><p>${lineOf(context, entry)}</p></div></li>`;
};

export const entryLine = (context: BookContext, entry: Entry, note?: string): Html => {
  const { title, memberStatus } = entry;
  const { t } = context;
  const done =
    memberStatus?.status === 'completed'
      ? html`<span class="status" data-tone="positive">${t('library.done')}</span>`
      : undefined;
  return html`<li><a href="${entryPath(context, entry)}"><span class="thumb">${pictureOf(context, entry)}</span><span class="grow">${title}<small>${note ?? lineOf(context, entry)}</small></span>${done}</a></li>`;
};
