import { fullName } from '../../../kernel/full-name.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { Client } from '../../../resources/clients/record.ts';
import { isMinor } from '../../../resources/member-sign-in/agreements/agreements.ts';
import type { MemberWaiverResponse } from '../../../resources/member-sign-in/agreements/shapes.ts';
import { boardName } from '../challenges/words.ts';
import { FREE } from '../free.ts';
import { type ApiRefusal, orRefused } from '../messages.ts';
import { field } from '../sign-in/details.ts';
import { paragraphs, waiverPath } from '../sign-in/texts.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { siteOf } from './open-agreements.ts';
import { accountPage, PRIVACY as PATH, saveButton } from './parts.ts';

const VISIBILITIES = ['initials', 'visible', 'hidden'] as const;

type Agreement = Pick<MemberWaiverResponse, 'current' | 'isNeeded' | 'latest'>;

/** What was typed into a form that was refused. */
interface Typed {
  readonly guardianName: string;
  readonly refused: ApiRefusal;
}

/** The guardian who signs a minor's waiver; undefined for adults. */
const guardianField = (visit: MemberVisit, typed: Typed | undefined): Html | undefined => {
  const { t, read } = visit.context;
  const dateOfBirth = Client.rows.find(read, visit.member.clientId)?.dateOfBirth ?? null;
  if (dateOfBirth === null || !isMinor(read, dateOfBirth, siteOf(visit))) return undefined;
  const isMissing = typed?.refused.param === 'guardianName';
  return field({
    name: 'guardianName',
    label: t('signIn.guardian'),
    value: typed?.guardianName ?? '',
    autocomplete: 'off',
    ...(isMissing ? { problem: t('signIn.needsGuardian') } : { problem: undefined, hint: t('account.guardianHint') }),
  });
};

/** The signature, and the current text where it still has to be signed. */
const agreementOf = (
  visit: MemberVisit,
  kind: 'waiver' | 'consent',
  { current, isNeeded, latest }: Agreement,
  typed?: Typed,
): Html | undefined => {
  if (current === null && latest === null) return undefined;
  const { context, newKey } = visit;
  const { t, formats } = context;
  const title = t(kind === 'waiver' ? 'signIn.waiver' : 'signIn.consent');
  const signed =
    latest === null
      ? html`<p class="quiet">${t('account.notAgreed')}</p>`
      : html`<p class="quiet">${t('account.agreed', { version: latest.version, name: latest.name, date: formats.date(latest.agreedAt) })}${latest.guardianName === null ? undefined : html` ${t('account.byGuardian', { name: latest.guardianName })}`}</p>`;
  const text =
    current === null
      ? undefined
      : html`<div class="waiver" tabindex="0" role="region" aria-label="${t('signIn.wholeText', { title })}">${paragraphs(current.text)}</div>`;
  const print =
    kind === 'waiver' && current !== null
      ? html`<p class="small"><a class="link" href="${waiverPath(siteOf(visit))}" target="_blank">${t('signIn.print')}</a></p>`
      : undefined;
  const label = kind === 'waiver' ? t('signIn.waiverRead') : t('signIn.consentGiven', { studio: context.studio.name });
  const sign =
    current === null || !isNeeded
      ? undefined
      : html`<form class="stack" method="post" action="${PATH}/${kind}"><input type="hidden" name="key" value="${newKey()}"><input type="hidden" name="version" value="${current.version}"><label class="check"><input type="checkbox" name="agrees" value="1" required><span>${label}</span></label>${kind === 'waiver' ? guardianField(visit, typed) : undefined}<button class="button" data-variant="tinted" data-wide="" type="submit">${t('account.agree')}</button></form>`;
  return html`<section class="group stack" aria-labelledby="${kind}"><h2 id="${kind}">${title}</h2>${signed}${text}${print}${sign}</section>`;
};

export const privacyPage = async (visit: MemberVisit, refused?: ApiRefusal, typed?: Typed): Promise<BookPage> => {
  const { callApi, context, newKey } = visit;
  const { t } = context;
  const [profile, waiver, consents] = await Promise.all([
    callApi('getMemberProfile'),
    callApi('getMemberWaiver'),
    callApi('getMemberConsents'),
  ]);
  const choices = VISIBILITIES.map((each) => {
    const text = boardName(profile, each) ?? t('account.nobody');
    return html`<label class="choice"><input type="radio" name="visibility" value="${each}"${profile.leaderboardVisibility === each ? html` checked` : ''}><span class="text"><bdi>${text}</bdi></span></label>`;
  });
  const content = html`<form class="stack group" method="post" action="${PATH}"${FREE}><input type="hidden" name="key" value="${newKey()}"><fieldset class="stack"><legend>${t('account.onBoards')}</legend><p class="small quiet">${t('account.onBoardsHint')}</p>${choices}</fieldset>${saveButton(context)}</form>
${agreementOf(visit, 'waiver', waiver, typed)}${agreementOf(visit, 'consent', consents)}`;
  return accountPage(visit, { title: t('account.privacy'), content, refused });
};

const saved = (visit: MemberVisit, act: () => Promise<unknown>, guardianName = ''): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      await act();
      return { to: `${PATH}?saved` };
    },
    (refused) => privacyPage(visit, refused, { guardianName, refused }),
  );

export const savePrivacy = (visit: MemberVisit, form: Form): PageResult | Promise<PageResult> => {
  const leaderboardVisibility = VISIBILITIES.find((each) => each === form.get('visibility'));
  if (leaderboardVisibility === undefined) return { to: PATH };
  return saved(visit, () =>
    visit.callApi('updateMemberProfile', { body: { leaderboardVisibility }, key: form.get('key') }),
  );
};

/** Agrees to the version that was shown. If there is a newer one, the API refuses, and the page shows it. */
export const agree =
  (kind: 'waiver' | 'consent') =>
  (visit: MemberVisit, form: Form): PageResult | Promise<PageResult> => {
    if (form.get('agrees') !== '1') return { to: PATH };
    const [version, guardianName] = [form.get('version'), form.get('guardianName')];
    const guardian = guardianName === '' ? {} : { guardianName };
    const name = fullName(visit.member);
    const key = form.get('key');
    return saved(
      visit,
      () =>
        kind === 'waiver'
          ? visit.callApi('signMemberWaiver', { body: { version, name, ...guardian }, key })
          : visit.callApi('giveMemberConsent', { body: { version }, key }),
      guardianName,
    );
  };
