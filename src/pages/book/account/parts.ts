import { type Html, html } from '../../../kernel/html.ts';
import { BACK, NEXT } from '../icons.ts';
import { type BookContext, topOf } from '../layout.ts';
import { type ApiRefusal, refusalNote } from '../messages.ts';
import type { BookPage, MemberVisit } from '../visit.ts';

export const ACCOUNT = '/book/me/account';

/** How others see a member, and what the member has agreed to. */
export const PRIVACY = `${ACCOUNT}/privacy`;

/** The most records of a page of a list. */
export const MOST = 100;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The record after which a list continues; undefined for its first page. */
export const afterOf = ({ url }: MemberVisit): string | undefined => {
  const after = url.searchParams.get('after') ?? '';
  return ID.test(after) ? after : undefined;
};

interface Account extends Pick<BookPage, 'scripts' | 'status'> {
  readonly title: string;
  readonly content: Html;
  /** Where the arrow leads; by default the account. */
  readonly back?: string;
  readonly refused?: Pick<ApiRefusal, 'code'> | undefined;
}

const savedNote = ({ context: { t }, url }: MemberVisit): Html | undefined =>
  url.searchParams.has('saved')
    ? html`<div class="notice" data-tone="brand" role="status"><div>${t('account.saved')}</div></div>`
    : undefined;

export const accountPage = (
  visit: MemberVisit,
  { title, content, back = ACCOUNT, refused, ...rest }: Account,
): BookPage => {
  const { context } = visit;
  return {
    context,
    title,
    tab: 'account',
    content: html`${topOf(context, 'account')}<main class="page narrow" id="main"><div class="row page-head"><a class="button" data-variant="quiet" data-icon="" href="${back}" aria-label="${context.t('shell.back')}">${BACK}</a><h1 class="grow">${title}</h1></div>${refused === undefined ? savedNote(visit) : refusalNote(context, refused)}${content}</main>`,
    ...(refused === undefined ? {} : { status: 409 }),
    ...rest,
  };
};

interface Row {
  readonly to: string;
  readonly icon: Html;
  readonly title: string;
  readonly small?: string | undefined;
  readonly value?: string | Html | undefined;
}

export const linkRow = ({ to, icon, title, small, value }: Row): Html =>
  html`<li><a href="${to}">${icon}<span class="grow">${title}${small === undefined ? undefined : html`<small>${small}</small>`}</span>${value === undefined ? undefined : html`<span class="value">${value}</span>`}${NEXT}</a></li>`;

export const group = (id: string, title: string, rows: readonly (Html | undefined)[]): Html =>
  html`<section class="group" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${rows}</ul></section>`;

interface Act {
  readonly to: string;
  readonly key: string;
  readonly text: string;
  /** What the button is about, for screen readers. */
  readonly about: string;
}

export const actButton = ({ to, key, text, about }: Act): Html =>
  html`<form method="post" action="${to}"><input type="hidden" name="key" value="${key}"><button class="button" data-size="small" type="submit">${text}<span class="visually-hidden"> ${about}</span></button></form>`;

export const saveButton = ({ t }: BookContext): Html =>
  html`<button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.save')}</button>`;
