import { COUNTRY_CODES } from '../../../kernel/countries.ts';
import { type Html, html } from '../../../kernel/html.ts';
import type { MemberProfileResponse } from '../../../resources/member-profile/shapes.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import { LANGUAGE_NAMES, languageOf } from '../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../texts/made/languages.ts';
import { FREE } from '../free.ts';
import { MAIL } from '../icons.ts';
import { type ApiRefusal, orRefused } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage, linkRow, saveButton } from './parts.ts';

/** The hidden field with what the page showed in a field. */
const wasName = (name: string): string => `was_${name}`;

interface Country {
  readonly code: string;
  readonly name: string;
}

/** The list of a language, which is made once. */
const lists = new Map<string, readonly Country[]>();

/** All countries, by their names in a language. */
const countriesIn = (language: string): readonly Country[] => {
  const made = lists.get(language);
  if (made !== undefined) return made;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((left, right) =>
    left.name.localeCompare(right.name, language),
  );
  lists.set(language, countries);
  return countries;
};

const PATH = `${ACCOUNT}/profile`;

export const languageName = (locale: string | null): string | undefined =>
  locale === null ? undefined : LANGUAGE_NAMES[languageOf([locale], MEMBER_LANGUAGES)];

type Values = Readonly<Record<string, string>>;

const FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'line1',
  'line2',
  'postalCode',
  'city',
  'state',
  'country',
  'contactName',
  'contactPhone',
  'contactRelationship',
  'language',
] as const;

const valuesOf = (profile: MemberProfileResponse): Values => {
  const { firstName, lastName, phone, address, emergencyContact: contact, preferredLocale } = profile;
  const { line1, line2, postalCode, city, state, country } = address ?? {};
  const all = { firstName, lastName, phone, line1, line2, postalCode, city, state, country };
  const others = {
    contactName: contact?.name,
    contactPhone: contact?.phone,
    contactRelationship: contact?.relationship,
  };
  const language = preferredLocale === null ? undefined : languageOf([preferredLocale], MEMBER_LANGUAGES);
  return Object.fromEntries(Object.entries({ ...all, ...others, language }).map(([key, value]) => [key, value ?? '']));
};

/** The field of the page by the parameter of the API. */
const FIELD_OF: Readonly<Record<string, string>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  'address.country': 'country',
  'emergencyContact.phone': 'contactPhone',
};

interface Field {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'tel';
  readonly hint?: string;
  readonly most?: number;
  readonly isRequired?: true;
}

const pageOf = (visit: MemberVisit, profile: MemberProfileResponse, values: Values, refused?: ApiRefusal): BookPage => {
  const { context, newKey } = visit;
  const { t } = context;
  const wrong = new Set((refused?.details ?? []).flatMap(({ param }) => FIELD_OF[param ?? ''] ?? []));
  const field = ({ name, label, autocomplete, type = 'text', hint, most = 100, isRequired }: Field): Html => {
    const said = [hint === undefined ? [] : `${name}-hint`, wrong.has(name) ? `${name}-problem` : []].flat();
    return html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="${type}" maxlength="${most}" autocomplete="${autocomplete}" value="${values[name]}"${isRequired === true ? html` required` : ''}${wrong.has(name) ? html` aria-invalid="true"` : ''}${said.length === 0 ? '' : html` aria-describedby="${said.join(' ')}"`}>${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}${wrong.has(name) ? html`<p class="error" id="${name}-problem">${t('account.cannotBe')}</p>` : undefined}</div>`;
  };
  const languages = html`<div class="field"><label for="language">${t('account.language')}</label><select class="input" id="language" name="language"><option value="">${t('account.languageOfBrowser')}</option>${MEMBER_LANGUAGES.map((each) => html`<option value="${each}" lang="${each}"${values.language === each ? html` selected` : ''}>${LANGUAGE_NAMES[each]}</option>`)}</select><p class="hint">${t('account.languageHint')}</p></div>`;
  const isWrong = wrong.has('country');
  const country = html`<div class="field"><label for="country">${t('account.country')}</label><select class="input" id="country" name="country" autocomplete="country"${isWrong ? html` aria-invalid="true" aria-describedby="country-problem"` : ''}><option value="">${t('account.noCountry')}</option>${countriesIn(context.language).map(({ code, name }) => html`<option value="${code}"${values.country === code ? html` selected` : ''}>${name}</option>`)}</select>${isWrong ? html`<p class="error" id="country-problem">${t('account.cannotBe')}</p>` : undefined}</div>`;
  const photo = html`<section class="group stack" aria-labelledby="photo-title" data-photo="${PATH}?saved" hidden><h2 id="photo-title">${t('account.photo')}</h2><div class="notice" data-tone="caution" role="alert" hidden><div>${t('account.photoRefused')}</div></div><div class="field"><label for="photo">${t(profile.photoUrl === null ? 'account.addPhoto' : 'account.changePhoto')}</label><input class="input file" id="photo" type="file" accept="image/jpeg,image/png,image/webp" aria-describedby="photo-hint"><p class="hint" id="photo-hint">${t('account.photoHint')}</p></div><button class="button" type="button" data-send="" hidden>${t('account.sendPhoto')}</button>${profile.photoUrl === null ? undefined : html`<button class="button" type="button" data-remove="">${t('account.removePhoto')}</button>`}</section>`;
  const { lockNames } = membershipSettings(context.read, profile.homeSite.id);
  const names = lockNames
    ? undefined
    : html`${field({ name: 'firstName', label: t('account.firstName'), autocomplete: 'given-name', isRequired: true })}${field({ name: 'lastName', label: t('account.lastName'), autocomplete: 'family-name' })}`;
  const before = valuesOf(profile);
  const shown = FIELDS.map((name) => html`<input type="hidden" name="${wasName(name)}" value="${before[name]}">`);
  const content = html`<section class="group" aria-labelledby="who"><h2 id="who">${t('account.who')}</h2><ul class="rows">${lockNames ? html`<li><div><span class="grow">${profile.firstName} ${profile.lastName}</span></div></li>` : undefined}${linkRow({ to: `${ACCOUNT}/email`, icon: MAIL, title: t('account.email'), small: profile.email ?? undefined, value: t('account.change') })}</ul>${lockNames ? html`<p class="small quiet">${t('account.studioChanges')}</p>` : undefined}</section>${photo}
<form class="stack group" method="post" action="${PATH}"${FREE}><input type="hidden" name="key" value="${newKey()}">${shown}${names}${field({ name: 'phone', label: t('account.phone'), autocomplete: 'tel', type: 'tel', hint: t('account.phoneHint'), most: 40 })}
${languages}
<fieldset class="stack"><legend>${t('account.address')}</legend>${field({ name: 'line1', label: t('account.street'), autocomplete: 'address-line1' })}${field({ name: 'line2', label: t('account.street2'), autocomplete: 'address-line2' })}<div class="two">${field({ name: 'postalCode', label: t('account.postalCode'), autocomplete: 'postal-code', most: 20 })}${field({ name: 'city', label: t('account.city'), autocomplete: 'address-level2' })}</div><div class="two">${field({ name: 'state', label: t('account.state'), autocomplete: 'address-level1' })}${country}</div></fieldset>
<fieldset class="stack"><legend>${t('account.emergency')}</legend>${field({ name: 'contactName', label: t('account.contactName'), autocomplete: 'off' })}${field({ name: 'contactPhone', label: t('account.phone'), autocomplete: 'off', type: 'tel', most: 40 })}${field({ name: 'contactRelationship', label: t('account.relationship'), autocomplete: 'off' })}</fieldset>
${saveButton(context)}</form>`;
  return accountPage(visit, { title: t('account.profile'), content, refused, scripts: ['photo'] });
};

const read = ({ callApi }: MemberVisit): Promise<MemberProfileResponse> => callApi('getMemberProfile');

export const profilePage = async (visit: MemberVisit): Promise<BookPage> => {
  const profile = await read(visit);
  return pageOf(visit, profile, valuesOf(profile));
};

const orNull = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

/** The fields of the API, by those of the page. */
const OWN = { phone: 'phone', language: 'preferredLocale' };
const ADDRESS = {
  line1: 'line1',
  line2: 'line2',
  postalCode: 'postalCode',
  city: 'city',
  state: 'state',
  country: 'country',
};
const CONTACT = { contactName: 'name', contactPhone: 'phone', contactRelationship: 'relationship' };

/** Stores what the member has changed: what the page only showed may be different by now, as the front desk has corrected it. */
export const saveProfile = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const profile = await read(visit);
  const now = valuesOf(profile);
  const shownOf = (name: string): string | undefined => form.all(wasName(name))[0] ?? now[name];
  // Locked names have no fields.
  const hasNames = form.get('firstName') !== '' || form.get('lastName') !== '';
  const sent = hasNames ? FIELDS : FIELDS.filter((name) => name !== 'firstName' && name !== 'lastName');
  const changed: Values = Object.fromEntries(
    sent.flatMap((name) => (form.get(name) === shownOf(name) ? [] : [[name, form.get(name)]])),
  );
  const parts = (names: Values) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, as]) => (name in changed ? [[as, orNull(changed[name])]] : [])),
    );
  const body = {
    ...(changed.firstName === undefined ? {} : { firstName: changed.firstName }),
    ...(changed.lastName === undefined ? {} : { lastName: changed.lastName }),
    ...parts(OWN),
    address: parts(ADDRESS),
    emergencyContact: parts(CONTACT),
  };
  return orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('updateMemberProfile', { body, key: form.get('key') });
      return { to: `${PATH}?saved` };
    },
    (refused) => pageOf(visit, profile, { ...now, ...changed }, refused),
  );
};
