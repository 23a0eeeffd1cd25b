import { type Html, html } from '../../kernel/html.ts';
import { type BookKey, bookTexts } from '../../texts/book.ts';
import { type BookContext, sitePath, topOf } from './layout.ts';
import type { BookPage } from './visit.ts';

/** What an error says of one field. */
export interface ApiRefusalDetail {
  readonly param?: string;
  readonly code?: string;
  /** How often a code may still be tried. */
  readonly triesLeft?: number;
}

export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly param: string | undefined,
    readonly details: readonly ApiRefusalDetail[] = [],
  ) {
    super(message);
  }
}

/** Whether the API has refused something for a reason that a page can say. With 401 the session has ended instead. */
export const isRefusal = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && error.status !== 401 && error.status < 500;

/** Whether what the API was asked may have happened: the card processor did not answer. */
export const isUnknown = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === 'processor_unavailable';

interface Way {
  readonly to: string;
  readonly text: string;
}

export const messagePage = (
  context: BookContext,
  title: string,
  text: string,
  { status = 404, more }: Pick<BookPage, 'status'> & { readonly more?: Way | undefined } = {},
): BookPage => {
  const { t } = context;
  const first = more && html`<a class="button" href="${more.to}">${more.text}</a>`;
  const content = html`${topOf(context)}<main class="page" id="main"><h1 class="page-title">${title}</h1><p>${text}</p><p class="row">${first}<a class="link" href="${sitePath(context)}">${t('book.toTimetable')}</a></p></main>`;
  return { context, title, content, status };
};

export const gonePage = (context: BookContext): BookPage =>
  messagePage(context, context.t('book.goneTitle'), context.t('book.gone'));

const isKnown = (code: string): code is keyof ReturnType<typeof bookTexts>['refusals'] =>
  Object.hasOwn(bookTexts('en', 'informal').refusals, code);

/** Why the API refused something, in the reader's language. */
export const refusalText = ({ t }: Pick<BookContext, 't'>, { code }: Pick<ApiRefusal, 'code'>): string => {
  const key: BookKey = isKnown(code) ? `refusals.${code}` : 'refusals.other';
  return t(key);
};

/** Stands where the button was that did not work. Screen readers say it right away. */
export const refusalNote = (context: BookContext, refused: Pick<ApiRefusal, 'code'> | undefined): Html | undefined =>
  refused === undefined
    ? undefined
    : html`<div class="notice" data-tone="caution" role="alert"><div>${refusalText(context, refused)}</div></div>`;

/**
 * Runs an act of a form. Where the API refuses it, `refused` makes the page again, with the reason.
 * @throws Whatever is no refusal, and 401: the session has ended.
 */
export const orRefused = async <Result, Page>(
  act: () => Promise<Result>,
  refused: (error: ApiRefusal) => Promise<Page> | Page,
): Promise<Result | Page> => {
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error) || isUnknown(error)) return refused(error);
    throw error;
  }
};
