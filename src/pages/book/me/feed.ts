import { type Html, html } from '../../../kernel/html.ts';
import { actButton } from '../account/parts.ts';
import { copyButton } from '../share.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';

const CHANGED = 'calendar';

export const RENEW_PATH = '/book/me/calendar/renew';
export const WITHDRAW_PATH = '/book/me/calendar/withdraw';

/** The calendar of the member that other programs follow, and what makes its address another one, or none. */
export const calendarFeed = async (visit: MemberVisit): Promise<Html> => {
  const { t } = visit.context;
  const { url } = await visit.callApi('getMemberCalendar');
  const isChanged = visit.url.searchParams.has(CHANGED);
  const about = t('mine.feed');
  const renew = (text: string): Html => actButton({ to: RENEW_PATH, key: visit.newKey(), text, about });
  const frame = (content: Html): Html =>
    html`<details class="change section" id="${CHANGED}"${isChanged ? html` open` : undefined}><summary>${t('mine.feed')}</summary>${content}</details>`;
  if (url === null) return frame(html`<p role="status">${t('mine.feedIsOff')}</p>${renew(t('mine.feedOn'))}`);
  const note = isChanged ? html`<p role="status">${t('mine.feedRenewed')}</p>` : undefined;
  const subscribe = url.replace(/^https?:/, 'webcal:');
  const off = actButton({ to: WITHDRAW_PATH, key: visit.newKey(), text: t('mine.feedOff'), about });
  return frame(
    html`${note}<p>${t('mine.feedText')}</p><div class="row"><a class="button" data-size="small" href="${subscribe}">${t('mine.subscribe')}</a>${copyButton(visit.context, t('mine.copyAddress'), url)}</div><p class="quiet">${t('mine.copyHint')}</p><p class="address">${url}</p><p class="quiet">${t('mine.feedRenewText')}</p><div class="row">${renew(t('mine.feedRenew'))}${off}</div>`,
  );
};

const act =
  (id: 'renewMemberCalendarAddress' | 'withdrawMemberCalendarAddress') =>
  async (visit: MemberVisit, form: Form): Promise<PageResult> => {
    await visit.callApi(id, { key: form.get('key') });
    return { to: `/book/me?${CHANGED}#${CHANGED}` };
  };

export const renewFeed = act('renewMemberCalendarAddress');
export const withdrawFeed = act('withdrawMemberCalendarAddress');
