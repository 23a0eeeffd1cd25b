import { html } from '../../../kernel/html.ts';
import type { NotificationPreferencesResponse } from '../../../resources/preferences/shapes.ts';
import { chosenReminders } from '../../../resources/preferences/view.ts';
import { FREE } from '../free.ts';
import { type ApiRefusal, orRefused } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { CATEGORIES, ownReminders, switchRow } from './mail-kinds.ts';
import { ACCOUNT, accountPage, saveButton } from './parts.ts';

const PATH = `${ACCOUNT}/mails`;

const HOUR = 60;
/** The reminders that can be chosen, minutes before a class. */
const REMINDERS = [30, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR];
const MOST_REMINDERS = 3;

const preferencesOf = ({ callApi }: MemberVisit): Promise<NotificationPreferencesResponse> =>
  callApi('getNotificationPreferences');

/** What a page shows of the preferences, with when the member is reminded. */
type Shown = Pick<NotificationPreferencesResponse, 'channels' | 'categories' | 'quietHours'> & {
  readonly reminders: readonly number[];
};

const pageOf = (visit: MemberVisit, shown: Shown, refused?: ApiRefusal): BookPage => {
  const { context, newKey } = visit;
  const { t } = context;
  const { channels, categories, reminders: chosen, quietHours } = shown;
  const rows = CATEGORIES.map((name) => {
    const { email, locked } = categories[name];
    return switchRow(
      name,
      t(`account.mail_${name}`),
      locked ? t('account.locked') : undefined,
      locked || email,
      locked,
    );
  });
  const times = [...new Set([...REMINDERS, ...chosen])].sort((left, right) => left - right);
  const reminders = times.map((minutes) => {
    const isChosen = chosen.includes(minutes);
    const text =
      minutes % HOUR === 0
        ? t('account.hoursBefore', { count: minutes / HOUR })
        : t('account.minutesBefore', { count: minutes });
    return html`<label class="check"><input type="checkbox" name="reminder" value="${minutes}"${isChosen ? html` checked` : ''}><span>${text}</span></label>`;
  });
  const content = html`<form class="stack" method="post" action="${PATH}"${FREE}><input type="hidden" name="key" value="${newKey()}"><section class="group" aria-labelledby="kinds"><h2 id="kinds">${t('account.whichMails')}</h2><ul class="rows">${switchRow('all', t('account.allMails'), t('account.allMailsHint'), channels.email, false)}${rows}</ul></section>
<fieldset class="stack"><legend>${t('account.reminders')}</legend><p class="small quiet">${t('account.remindersHint', { count: MOST_REMINDERS })}</p>${reminders}</fieldset>
<fieldset class="stack"><legend>${t('account.quiet')}</legend><p class="small quiet">${t('account.quietHint')}</p><div class="two"><div class="field"><label for="quietFrom">${t('account.quietFrom')}</label><input class="input" id="quietFrom" name="quietFrom" type="time" value="${quietHours?.start ?? ''}"></div><div class="field"><label for="quietTo">${t('account.quietTo')}</label><input class="input" id="quietTo" name="quietTo" type="time" value="${quietHours?.end ?? ''}"></div></div></fieldset>
${saveButton(context)}</form>`;
  return accountPage(visit, { title: t('account.mails'), content, refused });
};

export const mailsPage = async (visit: MemberVisit): Promise<BookPage> =>
  pageOf(visit, { ...(await preferencesOf(visit)), reminders: ownReminders(visit).minutes });

/** The preferences of the form, with the channels that it does not show unchanged. */
const chosenIn = (before: NotificationPreferencesResponse, form: Form): Shown => {
  const categories = { ...before.categories };
  for (const name of CATEGORIES) {
    if (!categories[name].locked) categories[name] = { ...categories[name], email: form.get(name) === '1' };
  }
  const [start, end] = [form.get('quietFrom'), form.get('quietTo')];
  return {
    channels: { ...before.channels, email: form.get('all') === '1' },
    categories,
    reminders: form.all('reminder').map(Number),
    quietHours: start === '' || end === '' ? null : { start, end },
  };
};

export const saveMails = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { reminders, ...preferences } = chosenIn(await preferencesOf(visit), form);
  const body = { ...preferences, ...chosenReminders(ownReminders(visit), reminders) };
  return orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('putNotificationPreferences', { body, key: form.get('key') });
      return { to: `${PATH}?saved` };
    },
    (refused) => pageOf(visit, { ...preferences, reminders }, refused),
  );
};
