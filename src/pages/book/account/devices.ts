import { html } from '../../../kernel/html.ts';
import { browserName } from '../../../texts/browser-name.ts';
import type { ApiItem } from '../api-operations.ts';
import { DEVICE, FINGER } from '../icons.ts';
import { addPasskeyButton, hasPasskeys } from '../sign-in/passkey.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage, actButton, MOST } from './parts.ts';

const PATH = `${ACCOUNT}/devices`;

export type Device = ApiItem<'listMemberDevices'>;
export type Passkey = ApiItem<'listMemberPasskeys'>;

export const devicesOf = async ({ callApi }: MemberVisit): Promise<readonly Device[]> =>
  (await callApi('listMemberDevices', { query: { limit: MOST } })).data;

export const passkeysOf = async ({ callApi }: MemberVisit): Promise<readonly Passkey[]> =>
  (await callApi('listMemberPasskeys', { query: { limit: MOST } })).data;

export const devicesPage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, newKey } = visit;
  const { t, formats } = context;
  const [devices, passkeys] = await Promise.all([devicesOf(visit), passkeysOf(visit)]);
  const deviceRows = devices.map(({ id, userAgent, isCurrent, lastSeenAt }) => {
    const name = browserName(userAgent ?? '') || t('account.unknownDevice');
    const small = isCurrent ? t('account.thisDevice') : t('account.lastSeen', { date: formats.date(lastSeenAt) });
    const end = isCurrent
      ? undefined
      : actButton({ to: `${PATH}/${id}/end`, key: newKey(), text: t('account.signOutThere'), about: name });
    return html`<li><div>${DEVICE}<span class="grow">${name}<small>${small}</small></span>${end}</div></li>`;
  });
  const passkeyRows = passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
    const small =
      lastUsedAt === null
        ? t('account.added', { date: formats.date(createdAt) })
        : t('account.lastUsed', { date: formats.date(lastUsedAt) });
    const remove = actButton({
      to: `${PATH}/passkeys/${id}/remove`,
      key: newKey(),
      text: t('account.remove'),
      about: name,
    });
    return html`<li><div>${FINGER}<span class="grow">${name}<small>${small}</small></span>${remove}</div></li>`;
  });
  const everywhere =
    devices.length < 2
      ? undefined
      : html`<form method="post" action="${PATH}/end-others"><input type="hidden" name="key" value="${newKey()}"><button class="button" data-wide="" type="submit">${t('account.signOutOthers')}</button></form>`;
  const canAdd = hasPasskeys(context);
  const passkeyPart =
    passkeys.length === 0 && !canAdd
      ? undefined
      : html`<section class="group stack" aria-labelledby="passkeys"><h2 id="passkeys">${t('account.passkeys')}</h2>${passkeys.length === 0 ? html`<p class="quiet">${t('signIn.nextTimeText')}</p>` : html`<ul class="rows">${passkeyRows}</ul>`}${canAdd ? await addPasskeyButton(visit, `${PATH}?saved`, false) : undefined}</section>`;
  const content = html`<section class="group" aria-labelledby="devices"><h2 id="devices">${t('account.signedIn')}</h2><ul class="rows">${deviceRows}</ul>${everywhere}</section>${passkeyPart}`;
  return accountPage(visit, { title: t('account.devices'), content, scripts: ['passkeys'] });
};

export const endDevice = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  await visit.callApi('endMemberDevice', { path: { id: visit.param('id') }, key: form.get('key') });
  return { to: `${PATH}?saved` };
};

export const endOthers = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  await visit.callApi('endOtherMemberDevices', { key: form.get('key') });
  return { to: `${PATH}?saved` };
};

export const removePasskey = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  await visit.callApi('removeMemberPasskey', { path: { id: visit.param('id') }, key: form.get('key') });
  return { to: `${PATH}?saved` };
};
