import { type Html, html } from '../../../kernel/html.ts';
import type { ApiResponse } from '../api-operations.ts';
import { FREE } from '../free.ts';
import { PERSON } from '../icons.ts';
import { type ApiRefusal, gonePage, isRefusal, orRefused } from '../messages.ts';
import { field } from '../sign-in/details.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage, actButton } from './parts.ts';

export const HOUSEHOLD = `${ACCOUNT}/household`;

export type Household = ApiResponse<'getMemberHousehold'>;
type Person = Household['members'][number];

/** Whether there is anything of households to see for a member. */
export const hasHousehold = ({ household, canManage, invitations }: Household): boolean =>
  household !== null || canManage || invitations.length > 0;

/** What was typed into a form that was refused. */
interface Typed {
  readonly form: 'add' | 'invite';
  readonly values: Readonly<Record<string, string>>;
  readonly refused: ApiRefusal;
}

const personRow = ({ context }: MemberVisit, person: Person): Html => {
  const { t, formats } = context;
  const { clientId, firstName, lastName, role, isPayer, isYou, canActFor, dateOfBirth } = person;
  const said = [
    isYou ? t('household.you') : undefined,
    t(role === 'adult' ? 'household.adult' : 'household.dependant'),
    isPayer ? t('household.pays') : undefined,
    dateOfBirth === null ? undefined : t('household.born', { date: formats.date(dateOfBirth) }),
  ];
  const acts = canActFor
    ? html`<span class="row"><a class="button" data-size="small" href="/book/me/waiver?for=${clientId}">${t('household.waiver')}<span class="visually-hidden">, ${firstName}</span></a><a class="button" data-size="small" data-variant="tinted" href="/book?for=${clientId}">${t('household.bookFor')}<span class="visually-hidden">, ${firstName}</span></a></span>`
    : undefined;
  return html`<li><div>${PERSON}<span class="grow"><bdi>${firstName} ${lastName}</bdi><small>${said.filter(Boolean).join(' · ')}</small></span>${acts}</div></li>`;
};

const invitationPart = ({ context, newKey }: MemberVisit, invitations: Household['invitations']): Html[] => {
  const { t, formats } = context;
  return invitations.map(({ id, householdName, invitedBy, expiresAt }) => {
    const by = { household: householdName, by: invitedBy ?? context.studio.name };
    return html`<section class="card stack" aria-labelledby="invitation-${id}"><h2 id="invitation-${id}">${t('household.invitedTitle', by)}</h2><p>${t('household.invitedText')}</p><p class="small quiet">${t('household.until', { date: formats.date(expiresAt) })}</p><form method="post" action="${HOUSEHOLD}/invitations/${id}/accept"${FREE}><input type="hidden" name="key" value="${newKey()}"><button class="button" data-variant="primary" data-wide="" type="submit">${t('household.accept')}</button></form><form method="post" action="${HOUSEHOLD}/invitations/${id}/end"${FREE}><input type="hidden" name="key" value="${newKey()}"><button class="button" data-wide="" type="submit">${t('household.decline')}</button></form></section>`;
  });
};

const addForm = (visit: MemberVisit, { asksBirthDate }: Household, typed: Typed | undefined): Html => {
  const { context, newKey, member } = visit;
  const { t } = context;
  const values = typed?.values ?? { lastName: member.lastName };
  const problemOf = (name: string): string | undefined =>
    typed?.refused.param === name ? t('account.cannotBe') : undefined;
  const input = (name: string, label: string, isOptional = false, type: 'text' | 'date' = 'text'): Html =>
    field({ name, label, value: values[name] ?? '', problem: problemOf(name), autocomplete: 'off', isOptional, type });
  return html`<section class="group stack" aria-labelledby="add"><h2 id="add">${t('household.addTitle')}</h2><p class="quiet">${t('household.addText')}</p><form class="stack" method="post" action="${HOUSEHOLD}/add"${FREE}><input type="hidden" name="key" value="${newKey()}">${input('firstName', t('account.firstName'))}${input('lastName', t('account.lastName'), true)}${input('dateOfBirth', t('household.birthDate'), !asksBirthDate, 'date')}<button class="button" data-variant="tinted" data-wide="" type="submit">${t('household.add')}</button></form></section>`;
};

const inviteForm = ({ context, newKey }: MemberVisit, { invited }: Household, typed: Typed | undefined): Html => {
  const { t, formats } = context;
  const rows = invited.map(
    ({ id, email, expiresAt }) =>
      html`<li><div>${PERSON}<span class="grow"><bdi>${email}</bdi><small>${t('household.until', { date: formats.date(expiresAt) })}</small></span>${actButton({ to: `${HOUSEHOLD}/invitations/${id}/end`, key: newKey(), text: t('household.withdraw'), about: email })}</div></li>`,
  );
  const email = field({
    name: 'email',
    label: t('account.email'),
    value: typed?.values.email ?? '',
    problem: typed === undefined ? undefined : t('account.cannotBe'),
    type: 'email',
    autocomplete: 'off',
  });
  return html`<section class="group stack" aria-labelledby="invite"><h2 id="invite">${t('household.inviteTitle')}</h2>${rows.length === 0 ? undefined : html`<ul class="rows">${rows}</ul>`}<p class="quiet">${t('household.inviteText')}</p><form class="stack" method="post" action="${HOUSEHOLD}/invite"${FREE}><input type="hidden" name="key" value="${newKey()}">${email}<button class="button" data-wide="" type="submit">${t('household.invite')}</button></form></section>`;
};

const householdContent = (visit: MemberVisit, found: Household, typed: Typed | undefined): Html => {
  const { t } = visit.context;
  const { household, members, canManage } = found;
  const people =
    household === null
      ? html`<p class="quiet">${t('household.none')}</p>`
      : html`<section class="group" aria-labelledby="people"><h2 id="people"><bdi>${household.name}</bdi></h2><ul class="rows">${members.map((each) => personRow(visit, each))}</ul></section>`;
  const manage = canManage
    ? html`${addForm(visit, found, typed?.form === 'add' ? typed : undefined)}${inviteForm(visit, found, typed?.form === 'invite' ? typed : undefined)}`
    : undefined;
  const leave =
    household?.role === 'adult'
      ? html`<p><a class="link small" href="${HOUSEHOLD}/leave">${t('household.leaveTitle')}</a></p>`
      : undefined;
  return html`${invitationPart(visit, found.invitations)}${people}${manage}${leave}`;
};

export const householdPage = async (visit: MemberVisit, typed?: Typed): Promise<BookPage> => {
  const found = await visit.callApi('getMemberHousehold');
  if (!hasHousehold(found)) return gonePage(visit.context);
  return accountPage(visit, {
    title: visit.context.t('household.title'),
    content: householdContent(visit, found, typed),
    refused: typed !== undefined && typed.refused.status === 409 ? typed.refused : undefined,
    ...(typed === undefined ? {} : { status: typed.refused.status === 409 ? (409 as const) : (422 as const) }),
  });
};

const SAVED = { to: `${HOUSEHOLD}?saved` };

const saved = (visit: MemberVisit, act: () => Promise<unknown>, typed?: Omit<Typed, 'refused'>): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      await act();
      return SAVED;
    },
    (refused) => householdPage(visit, { form: 'add', values: {}, ...typed, refused }),
  );

export const addPerson = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const values = {
    firstName: form.get('firstName'),
    lastName: form.get('lastName'),
    dateOfBirth: form.get('dateOfBirth'),
  };
  const { dateOfBirth, ...names } = values;
  const body = { ...names, ...(dateOfBirth === '' ? {} : { dateOfBirth }) };
  const act = () => visit.callApi('addMemberDependant', { body, key: form.get('key') });
  return saved(visit, act, { form: 'add', values });
};

export const inviteAdult = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const email = form.get('email');
  const act = () => visit.callApi('inviteMemberAdult', { body: { email }, key: form.get('key') });
  return saved(visit, act, { form: 'invite', values: { email } });
};

export const acceptInvitation = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const path = { id: visit.param('id') };
  return saved(visit, () => visit.callApi('acceptHouseholdInvitation', { path, key: form.get('key') }));
};

export const endInvitation = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const path = { id: visit.param('id') };
  return saved(visit, () => visit.callApi('endHouseholdInvitation', { path, key: form.get('key') }));
};

/** What leaving does to shared passes, bookings and renewals, before it is done. */
export const leavePage = async (visit: MemberVisit, refused?: ApiRefusal): Promise<PageResult> => {
  const { context, newKey, previewApi } = visit;
  const { t } = context;
  const title = t('household.leaveTitle');
  const page = (content: Html, why?: ApiRefusal): BookPage =>
    accountPage(visit, { title, content, back: HOUSEHOLD, refused: why });
  try {
    const { packages, bookings, renewalsEnded } = await previewApi('leaveMemberHousehold');
    const effects = [
      t('household.leaveText'),
      packages.length === 0
        ? undefined
        : t('household.leavePasses', { passes: packages.map(({ name }) => name).join(', ') }),
      bookings.length === 0 ? undefined : t('household.leaveBookings', { count: bookings.length }),
      renewalsEnded.length === 0
        ? undefined
        : t('household.leaveRenewals', { passes: renewalsEnded.map(({ name }) => name).join(', ') }),
    ];
    const rows = effects.flatMap((text) => (text === undefined ? [] : [html`<li>${text}</li>`]));
    const cancel =
      bookings.length === 0
        ? undefined
        : html`<label class="check"><input type="checkbox" name="cancel" value="1"><span>${t('household.cancelBookings')}</span></label>`;
    return page(
      html`<ul class="effect">${rows}</ul><form class="stack" method="post" action="${HOUSEHOLD}/leave"${FREE}><input type="hidden" name="key" value="${newKey()}">${cancel}<button class="button" data-variant="primary" data-wide="" type="submit">${t('household.leave')}</button></form>`,
      refused,
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.status === 404 ? { to: HOUSEHOLD } : page(html``, error);
  }
};

export const leaveHousehold = (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const query = form.get('cancel') === '1' ? { cancel_bookings: true } : {};
  return orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('leaveMemberHousehold', { query, key: form.get('key') });
      return { to: ACCOUNT };
    },
    (refused) => leavePage(visit, refused),
  );
};
