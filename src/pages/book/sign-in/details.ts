import { type Html, html } from '../../../kernel/html.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import type { BookContext } from '../layout.ts';
import type { BookPage } from '../visit.ts';
import { classOf, gateNote, gatePage, nextField, stepsOf } from './gate.ts';
import { paragraphs, waiverPath } from './texts.ts';

/** What someone has filled in who signs up: '' for what is missing. */
export interface Details {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly guardianName: string;
  readonly siteId: string;
  readonly hasWaiver: boolean;
  readonly hasConsent: boolean;
  readonly hasNews: boolean;
}

/** The name of a field, and what is wrong with it. */
export type Problems = Readonly<Partial<Record<string, string>>>;

export interface SigningUp {
  readonly next: string;
  /** What proves the address. */
  readonly token: string;
  readonly details: Details;
  readonly problems?: Problems;
  /** What is wrong besides the fields. */
  readonly problem?: string;
}

/** The sites at which someone can sign up: the places, or all where there is no place. */
export const openSites = ({ read, studio }: BookContext): BookContext['studio']['sites'] => {
  const open = studio.sites.filter(({ id }) => membershipSettings(read, id).signUp !== 'closed');
  const places = open.filter(({ isDigital }) => !isDigital);
  return places.length === 0 ? open : places;
};

export const emptyDetails = (context: BookContext): Details => {
  const sites = openSites(context);
  const site = sites.find(({ id }) => id === context.site.id) ?? sites[0];
  const nothing = { firstName: '', lastName: '', dateOfBirth: '', guardianName: '' };
  return { ...nothing, siteId: site?.id ?? '', hasWaiver: false, hasConsent: false, hasNews: false };
};

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly type?: 'text' | 'date' | 'email' | 'tel';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  /** Whether typing begins here when the page opens. */
  readonly isFirst?: boolean;
}

/** A field of a form, with what is wrong with it. */
export const field = ({
  name,
  label,
  value,
  problem,
  type = 'text',
  autocomplete,
  hint,
  isOptional = false,
  isFirst = false,
}: Field): Html => {
  const said = [hint === undefined ? [] : `${name}-hint`, problem === undefined ? [] : `${name}-problem`].flat();
  return html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="100" value="${value}"${isOptional ? '' : html` required`}${isFirst ? html` autofocus` : ''}${problem === undefined ? '' : html` aria-invalid="true"`}${said.length === 0 ? '' : html` aria-describedby="${said.join(' ')}"`}>${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}${problem === undefined ? undefined : html`<p class="error" id="${name}-problem">${problem}</p>`}</div>`;
};

interface Check {
  readonly name: string;
  readonly label: string;
  readonly small?: string;
  readonly isChecked: boolean;
  readonly problem?: string | undefined;
  readonly isOptional?: boolean;
}

const check = ({ name, label, small, isChecked, problem, isOptional = false }: Check): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${isChecked ? html` checked` : ''}${isOptional ? '' : html` required`}${problem === undefined ? '' : html` aria-invalid="true"`}><span>${label}${small === undefined ? undefined : html`<small>${small}</small>`}${problem === undefined ? undefined : html`<small class="error">${problem}</small>`}</span></label>`;

interface Text {
  readonly version: string;
  readonly text: string;
}

const agreement = (context: BookContext, name: string, title: string, { version, text }: Text, rest: Html): Html =>
  html`<section class="stack" aria-labelledby="${name}-title"><div class="spread"><h2 id="${name}-title">${title}</h2><span class="small quiet">${context.t('signIn.version', { version })}</span></div><div class="waiver" tabindex="0" role="region" aria-label="${context.t('signIn.wholeText', { title })}">${paragraphs(text)}</div><input type="hidden" name="${name}Version" value="${version}">${rest}</section>`;

const siteField = (context: BookContext, siteId: string): Html => {
  const { t } = context;
  const sites = openSites(context);
  const shownFor = html`<input type="hidden" name="shownFor" value="${siteId}">`;
  if (sites.length < 2) return html`${shownFor}<input type="hidden" name="siteId" value="${siteId}">`;
  return html`${shownFor}<div class="field"><label for="siteId">${t('signIn.homeSite')}</label><select class="input" id="siteId" name="siteId">${sites.map(({ id, name }) => html`<option value="${id}"${id === siteId ? html` selected` : ''}>${name}</option>`)}</select></div>`;
};

/** The second step of a sign-up: who it is, and what the site asks for. Nothing is ticked beforehand. */
export const detailsPage = (context: BookContext, signingUp: SigningUp): BookPage => {
  const { t, studio, read } = context;
  const { next, token, details, problems = {}, problem } = signingUp;
  const { waiver, consent, askBirthDate, signUp } = membershipSettings(read, details.siteId);
  const kept = classOf(context, next);
  const title = t('signIn.newTitle');
  const isRefused = problem !== undefined || Object.keys(problems).length > 0;
  const names = html`<div class="two">${field({ name: 'firstName', label: t('signIn.firstName'), value: details.firstName, problem: problems.firstName, autocomplete: 'given-name', isFirst: !isRefused })}${field({ name: 'lastName', label: t('signIn.lastName'), value: details.lastName, problem: problems.lastName, autocomplete: 'family-name', isOptional: true })}</div>`;
  const birth = html`${field({ name: 'dateOfBirth', label: t('signIn.dateOfBirth'), value: details.dateOfBirth, problem: problems.dateOfBirth, type: 'date', autocomplete: 'bday' })}<div data-minor="">${field({ name: 'guardianName', label: t('signIn.guardian'), value: details.guardianName, problem: problems.guardianName, autocomplete: 'off', hint: t('signIn.guardianHint'), isOptional: true })}</div>`;
  const waiverPart =
    waiver &&
    agreement(
      context,
      'waiver',
      t('signIn.waiver'),
      waiver,
      html`<p class="small"><a class="link" href="${waiverPath(details.siteId)}" target="_blank">${t('signIn.print')}</a></p>${check({ name: 'waiver', label: t('signIn.waiverRead'), small: t('signIn.waiverSigned'), isChecked: details.hasWaiver, problem: problems.waiver })}`,
    );
  const consentPart =
    consent &&
    agreement(
      context,
      'consent',
      t('signIn.consent'),
      consent,
      check({
        name: 'consent',
        label: t('signIn.consentGiven', { studio: studio.name }),
        isChecked: details.hasConsent,
        problem: problems.consent,
      }),
    );
  const content = html`<div class="stack">${stepsOf(context, 2)}<div><h1>${title}</h1><p>${signUp === 'approval' ? t('signIn.looksFirst') : t('signIn.twoMinutes')}</p></div></div>
${gateNote(problem ?? (Object.keys(problems).length === 0 ? undefined : t('signIn.lookAgain')))}
<form class="stack" method="post" action="/book/sign-up/details" data-offers="">${nextField(next)}<input type="hidden" name="signUpToken" value="${token}">${names}${siteField(context, details.siteId)}${askBirthDate ? birth : undefined}
${waiverPart}
${consentPart}
${check({ name: 'news', label: t('signIn.news'), small: t('signIn.newsSmall'), isChecked: details.hasNews, isOptional: true })}
<button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${kept === undefined ? t('signIn.signUp') : t('signIn.goOnTo', { name: kept })}</button></form>`;
  return gatePage(context, { title, content, scripts: ['passkeys', 'sign-in'], ...(isRefused ? { status: 422 } : {}) });
};
