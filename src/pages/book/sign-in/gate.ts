import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import { Problem } from '../../../kernel/problem.ts';
import { publicSession } from '../../../resources/studio/timetable.ts';
import { BACK } from '../icons.ts';
import { type BookContext, logoOf } from '../layout.ts';
import { BOOK_PATH, ownPath } from '../paths.ts';
import type { BookPage, Form, Visit } from '../visit.ts';

/** Where signing in leads: a page of the studio, never another. */
export const nextOf = (visit: Pick<Visit, 'url'>, form?: Form): string =>
  ownPath(form === undefined ? visit.url.searchParams.get('next') : form.get('next')) ?? BOOK_PATH;

/** A page of signing in, which leads on to the same page. */
export const gatePath = (path: string, next: string): string =>
  next === BOOK_PATH ? path : `${path}?${new URLSearchParams({ next })}`;

export const nextField = (next: string): Html => html`<input type="hidden" name="next" value="${next}">`;

/** The name of the class to which signing in leads; undefined for another page. */
export const classOf = ({ read }: BookContext, next: string): string | undefined => {
  const id = storedId(/^\/book\/class\/([^/?]+)/.exec(next)?.[1] ?? '');
  if (id === undefined) return undefined;
  try {
    return publicSession(read, id).name;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};

/** The head of a page of signing in: a way back, and the logo. */
export const gateTop = (context: BookContext, back: string): Html =>
  html`<div class="row gate-back"><a class="button" data-variant="quiet" data-icon="" href="${back}" aria-label="${context.t('shell.back')}">${BACK}</a></div><div class="gate-logo">${logoOf(context)}</div>`;

export const stepsOf = (context: BookContext, step: 1 | 2): Html => {
  const text = context.t('signIn.step', { step });
  return html`<div class="row">${logoOf(context)}<span class="grow"><span class="steps" role="img" aria-label="${text}"><i data-on=""></i><i${step === 2 ? html` data-on=""` : ''}></i></span></span><span class="small quiet" aria-hidden="true">${context.t('signIn.stepShort', { step })}</span></div>`;
};

/** Says why nothing has happened. Screen readers say it right away. */
export const gateNote = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<div class="notice" data-tone="caution" role="alert"><div>${text}</div></div>`;

interface Gate extends Pick<BookPage, 'scripts' | 'status'> {
  readonly title: string;
  readonly content: Html;
}

export const gatePage = (context: BookContext, { content, ...rest }: Gate): BookPage => ({
  context,
  kind: 'gate',
  content: html`<main class="page" id="main">${content}</main>`,
  ...rest,
});

export const gateMessage = (context: BookContext, title: string, text: string, to: string, on: string): BookPage =>
  gatePage(context, {
    title,
    content: html`${gateTop(context, to)}<div><h1>${title}</h1><p>${text}</p></div><a class="button" data-variant="primary" data-size="large" data-wide="" href="${to}">${on}</a>`,
  });
