import { type Html, html } from '../../../kernel/html.ts';
import type { NotificationPreferencesResponse } from '../../../resources/preferences/shapes.ts';
import { chosenReminders } from '../../../resources/preferences/view.ts';
import type { ApiResponse } from '../api-operations.ts';
import { FREE } from '../free.ts';
import { type ApiRefusal, gonePage, orRefused } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { CATEGORIES, ownReminders, switchRow } from './mail-kinds.ts';
import { ACCOUNT, accountPage, saveButton } from './parts.ts';

export const PUSH = `${ACCOUNT}/push`;

type MemberPush = ApiResponse<'getMemberPush'>;

export const pushOf = ({ callApi }: MemberVisit): Promise<MemberPush> => callApi('getMemberPush');

const preferencesOf = ({ callApi }: MemberVisit): Promise<NotificationPreferencesResponse> =>
  callApi('getNotificationPreferences');

/** What a device can do: the script shows the state that it is in (client/push.ts). */
const states = ({ context: { t } }: MemberVisit): Html =>
  html`<div class="stack" data-push-state="denied" hidden><p>${t('push.denied')}</p></div><div class="stack" data-push-state="home" hidden><p>${t('push.home')}</p><p class="small quiet">${t('push.homeSteps')}</p></div>`;

const settings = ({ context: { t } }: MemberVisit, { publicKey, subscriptionId }: MemberPush): Html =>
  html` data-key="${publicKey ?? ''}" data-subscription="${subscriptionId ?? ''}" data-failed="${t('push.failed')}"`;

/** The question after joining a waitlist. It is hidden where the device gets notifications already, or cannot. */
export const pushQuestion = async (visit: MemberVisit): Promise<Html | undefined> => {
  const { t } = visit.context;
  const push = await pushOf(visit);
  if (!push.isOn || push.subscriptionId !== null) return undefined;
  return html`<section class="notice" data-tone="brand" data-push="once"${settings(visit, push)} aria-label="${t('push.title')}" hidden><div class="stack"><div class="stack" data-push-state="ask" hidden><p>${t('push.momentText')}</p><p><button class="button" data-variant="primary" type="button" data-push-allow="">${t('push.moment')}</button></p></div><div data-push-state="on" hidden><p role="status">${t('push.on')}</p></div>${states(visit)}</div></section>`;
};

const devicePart = (visit: MemberVisit, push: MemberPush): Html => {
  const { t } = visit.context;
  return html`<section class="group stack" data-push="account"${settings(visit, push)} aria-labelledby="device" hidden><h2 id="device">${t('push.device')}</h2><div class="stack" data-push-state="ask" hidden><p>${t('push.text')}</p><p><button class="button" data-variant="primary" type="button" data-push-allow="">${t('push.allow')}</button></p></div><div class="stack" data-push-state="on" hidden><p role="status">${t('push.on')}</p><p><button class="button" type="button" data-push-off="">${t('push.off')}</button></p></div>${states(visit)}<div data-push-state="none" hidden><p>${t('push.none')}</p></div></section>`;
};

const pageOf = (
  visit: MemberVisit,
  push: MemberPush,
  { channels, categories }: Pick<NotificationPreferencesResponse, 'channels' | 'categories'>,
  refused?: ApiRefusal,
): BookPage => {
  const { context, newKey } = visit;
  const { t } = context;
  const rows = CATEGORIES.map((name) =>
    switchRow(name, t(`account.mail_${name}`), undefined, categories[name].push, false),
  );
  const content = html`${devicePart(visit, push)}<form class="stack" method="post" action="${PUSH}"${FREE}><input type="hidden" name="key" value="${newKey()}"><section class="group" aria-labelledby="kinds"><h2 id="kinds">${t('push.which')}</h2><ul class="rows">${switchRow('all', t('push.all'), t('push.allHint'), channels.push, false)}${rows}</ul></section>
${saveButton(context)}</form>`;
  return accountPage(visit, { title: t('push.title'), content, refused, scripts: ['push'] });
};

export const pushPage = async (visit: MemberVisit): Promise<BookPage> => {
  const [push, preferences] = await Promise.all([pushOf(visit), preferencesOf(visit)]);
  return push.isOn ? pageOf(visit, push, preferences) : gonePage(visit.context);
};

/** The preferences of the form, with the other channels unchanged. */
const chosen = (before: NotificationPreferencesResponse, form: Form) => {
  const categories = { ...before.categories };
  for (const name of CATEGORIES) categories[name] = { ...categories[name], push: form.get(name) === '1' };
  return { channels: { ...before.channels, push: form.get('all') === '1' }, categories, quietHours: before.quietHours };
};

export const savePush = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const [push, before] = await Promise.all([pushOf(visit), preferencesOf(visit)]);
  if (!push.isOn) return gonePage(visit.context);
  const preferences = chosen(before, form);
  const own = ownReminders(visit);
  const body = { ...preferences, ...chosenReminders(own, own.minutes) };
  return orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('putNotificationPreferences', { body, key: form.get('key') });
      return { to: `${PUSH}?saved` };
    },
    (refused) => pageOf(visit, push, preferences, refused),
  );
};
