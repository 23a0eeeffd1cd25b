import { fullName } from '../../../kernel/full-name.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { topOf } from '../layout.ts';
import { type ApiRefusal, orRefused, refusalNote } from '../messages.ts';
import { paragraphs } from '../sign-in/texts.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { isForDependant } from './dependants.ts';

const WAIVER = '/book/me/waiver';

/** The waiver of the dependant for whom a member acts; a member's own is in the account. */
export const waiverPage = async (visit: MemberVisit, refused?: ApiRefusal): Promise<PageResult> => {
  const { context, member, callApi, newKey, url } = visit;
  if (!isForDependant(visit)) return { to: '/book/me/account/privacy#waiver' };
  const { t, formats } = context;
  const { current, isNeeded, latest } = await callApi('getMemberWaiver');
  const signed: Html =
    latest === null
      ? html`<p class="quiet">${t('account.notAgreed')}</p>`
      : html`<p class="quiet">${t('account.agreed', { version: latest.version, name: latest.name, date: formats.date(latest.agreedAt) })}${latest.guardianName === null ? undefined : html` ${t('account.byGuardian', { name: latest.guardianName })}`}</p>`;
  const sign =
    current === null || !isNeeded
      ? undefined
      : html`<form class="stack" method="post" action="${WAIVER}"><input type="hidden" name="key" value="${newKey()}"><input type="hidden" name="version" value="${current.version}"><label class="check"><input type="checkbox" name="agrees" value="1" required><span>${t('household.signFor', { name: member.firstName })}</span></label><button class="button" data-variant="primary" data-wide="" type="submit">${t('account.agree')}</button></form>`;
  const text =
    current === null
      ? html`<p>${t('household.noWaiver')}</p>`
      : html`<div class="waiver" tabindex="0" role="region" aria-label="${t('signIn.wholeText', { title: t('signIn.waiver') })}">${paragraphs(current.text)}</div>`;
  const saved = url.searchParams.has('saved')
    ? html`<div class="notice" data-tone="brand" role="status"><div>${t('account.saved')}</div></div>`
    : undefined;
  const title = t('household.waiverOf', { name: member.firstName });
  const content = html`${topOf(context, 'me')}<main class="page narrow stack" id="main"><h1 class="page-title">${title}</h1>${saved}${refusalNote(context, refused)}${signed}${text}${sign}</main>`;
  const page: BookPage = { context, title, content, tab: 'me' };
  return refused === undefined ? page : { ...page, status: 409 };
};

/** Signs the version that was shown; the server writes down who signs, and for whom. */
export const signWaiver = (visit: MemberVisit, form: Form): PageResult | Promise<PageResult> => {
  if (form.get('agrees') !== '1') return { to: WAIVER };
  const body = { version: form.get('version'), name: fullName(visit.member) };
  return orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('signMemberWaiver', { body, key: form.get('key') });
      return { to: `${WAIVER}?saved` };
    },
    (refused) => waiverPage(visit, refused),
  );
};
