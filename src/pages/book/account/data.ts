import { html } from '../../../kernel/html.ts';
import { DOWNLOAD } from '../icons.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage } from './parts.ts';

const PATH = `${ACCOUNT}/data`;

/** The request to delete the account can be withdrawn until the studio has decided. */
export const dataPage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, callApi, newKey } = visit;
  const { t, formats } = context;
  const { status, requestedAt, reason } = await callApi('getMemberErasure');
  const key = html`<input type="hidden" name="key" value="${newKey()}">`;
  const isAsked = status === 'requested';
  const answer = isAsked
    ? html`<div class="notice" data-tone="caution"><div>${t('account.erasureAsked', { date: requestedAt === null ? '' : formats.date(requestedAt) })}</div></div><form method="post" action="${PATH}/keep">${key}<button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.keepAccount')}</button></form>`
    : html`${status === 'declined' ? html`<div class="notice"><div>${t('account.erasureDeclined')}${reason === null ? undefined : html` <b>${reason}</b>`}</div></div>` : undefined}<form method="post" action="${PATH}/delete">${key}<button class="button" data-variant="danger-quiet" data-wide="" type="submit">${t('account.deleteAccount')}</button></form>`;
  const content = html`<p class="group"><a class="button" data-wide="" href="${PATH}/my-data.json" download>${DOWNLOAD}${t('account.download')}</a></p><p class="small quiet">${t('account.downloadHint')}</p><section class="group stack" aria-labelledby="delete"><h2 id="delete">${t('account.deleteAccount')}</h2><p>${t('account.deleteWhat')}</p><p class="quiet">${t('account.deleteStays')}</p>${answer}</section>`;
  return accountPage(visit, { title: t('account.data'), content });
};

export const dataFile = async ({ callApi }: MemberVisit): Promise<PageResult> => {
  const data = await callApi('exportMember');
  return { file: JSON.stringify(data, null, 1), type: 'application/json', name: 'my-data.json' };
};

export const askToDelete = async ({ callApi }: MemberVisit, form: Form): Promise<PageResult> => {
  await callApi('requestMemberErasure', { key: form.get('key') });
  return { to: PATH };
};

export const keepAccount = async ({ callApi }: MemberVisit, form: Form): Promise<PageResult> => {
  await callApi('withdrawMemberErasure', { key: form.get('key') });
  return { to: `${PATH}?saved` };
};
