import { fullName, withInitial } from '../../../kernel/full-name.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { numberFormat } from '../../../kernel/locale-formats.ts';
import type { TranslateBook } from '../../../texts/book.ts';
import { FREE } from '../free.ts';
import { BACK } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import type { BookMember } from '../visit.ts';
import type { Challenge } from './shapes.ts';

export const numberText = ({ locale }: Pick<BookContext, 'locale'>, value: number): string =>
  numberFormat(locale, { maximumFractionDigits: 2 }).format(value);

/** The day of an instant at the site, such as Friday 27 November. */
export const dayOf = ({ formats, site }: BookContext, instant: string): string =>
  formats.longDay(localDateAt(Date.parse(instant), site.timezone));

/** The last day before an instant: what ends at midnight ends with the day before. */
export const lastDayOf = (context: BookContext, instant: string): string =>
  dayOf(context, new Date(Date.parse(instant) - 1).toISOString());

/** 30 min, of a value with the unit that the studio gave it. */
export const amountText = (context: BookContext, value: number, unit: string | null): string =>
  [numberText(context, value), unit ?? ''].join(' ').trim();

export const challengePath = ({ id }: Pick<Challenge, 'id'>): string => `/book/challenges/${id}`;

/** When a challenge is, or when it ends while it runs. */
export const datesOf = ({ t, formats }: BookContext, { status, startDate, endDate }: Challenge): string => {
  if (status === 'active') return t('challenges.until', { day: formats.longDay(endDate) });
  if (status === 'completed') return t('challenges.endedOn', { day: formats.longDay(endDate) });
  return t('challenges.fromTo', { from: formats.longDay(startDate), to: formats.longDay(endDate) });
};

type Visibility = 'visible' | 'initials' | 'hidden';

/** How others read the name of a member on boards; undefined for a hidden member. */
export const boardName = (
  { firstName, lastName }: Pick<BookMember, 'firstName' | 'lastName'>,
  visibility: Visibility,
  consents = false,
): string | undefined => {
  if (visibility === 'hidden') return undefined;
  return visibility === 'visible' || consents ? fullName({ firstName, lastName }) : withInitial(firstName, lastName);
};

export const nameLink = (t: TranslateBook, name: string | undefined): Html =>
  html`<a class="link small" href="/book/me/account/privacy">${name === undefined ? t('challenges.nobodySees') : t('challenges.youAre', { name })}</a>`;

export const wayBack = (path: string, text: string): Html =>
  html`<p class="way-back"><a class="link small" href="${path}">${BACK}${text}</a></p>`;

/** How much of something is done, as a picture with a sentence. */
export const meter = (percent: number, text: string): Html =>
  html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${text}"><rect width="100" height="6" rx="3" class="meter-ground"/><rect width="${Math.min(100, Math.max(0, percent))}" height="6" rx="3" class="meter-done"/></svg>`;

/** Done or not, one mark for each, as a picture with a sentence. */
export const doneMarks = (marks: readonly boolean[], text: string): Html =>
  html`<span class="nights" role="img" aria-label="${text}">${marks.map((isOn) => html`<i${isOn ? html` data-on=""` : ''}></i>`)}</span>`;

type ActField = readonly [name: string, value: string];

interface ActForm {
  readonly action: string;
  readonly act: string;
  readonly key?: string;
  readonly fields?: readonly ActField[];
  readonly content: Html;
}

/** Acts that no one wants to happen automatically, although they cost nothing. */
const WAITS: readonly string[] = ['join', 'leave', 'share', 'remove'];

export const actForm = ({ action, act, key, fields = [], content }: ActForm): Html => {
  const hidden = [['act', act] as const, ...(key === undefined ? [] : [['key', key] as const]), ...fields];
  return html`<form method="post" action="${action}"${WAITS.includes(act) ? undefined : FREE}>${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${content}</form>`;
};

interface SubPage {
  readonly path: string;
  readonly text: string;
  readonly isOn: boolean;
}

/** The way between challenges, boards and awards: what the studio has switched off is absent. */
export const subPages = (context: BookContext, current: 'challenges' | 'boards' | 'awards'): Html | undefined => {
  const { t, studio } = context;
  const { challenges, leaderboards, awards, streaks, metrics } = studio.features;
  const pages: readonly SubPage[] = [
    ...(challenges ? [{ path: '/book/challenges', text: t('shell.challenges'), isOn: current === 'challenges' }] : []),
    ...(leaderboards ? [{ path: '/book/boards', text: t('challenges.boards'), isOn: current === 'boards' }] : []),
    ...(awards || streaks || metrics
      ? [{ path: '/book/me/awards', text: t('challenges.awards'), isOn: current === 'awards' }]
      : []),
  ];
  if (pages.length < 2) return undefined;
  return html`<nav class="chips" aria-label="${t('challenges.pages')}">${pages.map(({ path, text, isOn }) => html`<a class="chip" href="${path}"${isOn ? html` aria-current="true"` : ''}>${text}</a>`)}</nav>`;
};
