import { type Html, html } from '../../../kernel/html.ts';
import type { ApiResponse } from '../api-operations.ts';
import { type BookContext, plansPath, topOf } from '../layout.ts';
import { formatsFor } from '../make-formats.ts';
import { ApiRefusal, gonePage, refusalNote } from '../messages.ts';
import { field } from '../sign-in/details.ts';
import { paragraphs } from '../sign-in/texts.ts';
import type { BookPage, Form, PageResult, Visit } from '../visit.ts';

type GuestVisit = ApiResponse<'getGuestVisit'>;

const pathOf = (visit: Visit): string => `/book/guest/${visit.param('token')}`;

const headOf = (context: BookContext, { status, hostName, firstName, session }: GuestVisit): Html => {
  const { t } = context;
  if (session.isCancelled) return html`<h1 class="page-title">${t('mine.classCancelled')}</h1>`;
  if (status === 'cancelled') return html`<h1 class="page-title">${t('guests.notComing')}</h1>`;
  return html`<h1 class="page-title">${t('guests.invited', { name: firstName, host: hostName })}</h1>`;
};

const classOf = (context: BookContext, { session, status }: GuestVisit): Html => {
  const { t, locale } = context;
  const formats = formatsFor(locale, session.timezone);
  const when = t('guests.when', { day: formats.dayTime(session.startTime), end: formats.time(session.endTime) });
  const waits =
    status === 'waitlisted' ? html`<p class="status" data-tone="waiting">${t('guests.waits')}</p>` : undefined;
  return html`<section class="group stack"><h2>${session.name}</h2><p>${when}</p><p class="quiet">${session.siteName}${session.address === null ? undefined : html`<br>${session.address}`}</p>${waits}</section>`;
};

const paidOf = (context: BookContext, { paidBy, price, hostName, status }: GuestVisit): Html | undefined => {
  if (status === 'cancelled') return undefined;
  const { t, formats } = context;
  if (paidBy === 'studio') {
    const text =
      price === null
        ? t('guests.payThere')
        : t('guests.payPrice', { price: formats.money(price.amount, price.currency) });
    return html`<div class="notice" data-tone="caution"><div>${text}</div></div>`;
  }
  const texts = { host: 'guests.paidByHost', free: 'guests.isFree', own: 'guests.paidByOwn' } as const;
  return html`<p class="quiet">${t(texts[paidBy], { host: hostName })}</p>`;
};

/** The guardian who signs for a minor; undefined for adults. A guest without a known date of birth decides. */
const guardianOf = ({ context: { t } }: Visit, { waiver }: GuestVisit, { guardianName, isWithoutGuardian }: Typed) =>
  waiver.needsGuardian === false
    ? undefined
    : field({
        name: 'guardianName',
        label: t('signIn.guardian'),
        value: guardianName,
        autocomplete: 'off',
        isOptional: waiver.needsGuardian !== true,
        ...(isWithoutGuardian
          ? { problem: t('signIn.needsGuardian') }
          : {
              problem: undefined,
              hint: t(waiver.needsGuardian === true ? 'account.guardianHint' : 'signIn.guardianHint'),
            }),
      });

const waiverOf = (visit: Visit, guest: GuestVisit, typed: Typed): Html | undefined => {
  const { t } = visit.context;
  const { current, isNeeded } = guest.waiver;
  if (current === null || guest.status === 'cancelled') return undefined;
  if (!isNeeded) return html`<p class="status" data-tone="good">${t('guests.signed')}</p>`;
  const name = field({
    name: 'name',
    label: t('guests.fullName'),
    value: typed.name,
    problem: undefined,
    autocomplete: 'name',
  });
  const phone = guest.asksPhone
    ? field({
        name: 'phone',
        label: t('guests.phone'),
        value: typed.phone,
        problem: undefined,
        type: 'tel',
        autocomplete: 'tel',
        hint: t('guests.phoneHint'),
        isOptional: true,
      })
    : undefined;
  return html`<section class="stack" aria-labelledby="waiver"><h2 id="waiver">${t('guests.signFirst')}</h2><div class="waiver" tabindex="0" role="region" aria-label="${t('signIn.waiver')}">${paragraphs(current.text)}</div><form class="stack" method="post" action="${pathOf(visit)}/waiver"><input type="hidden" name="version" value="${current.version}">${name}${guardianOf(visit, guest, typed)}${phone}<label class="check"><input type="checkbox" name="agrees" value="1" required><span>${t('signIn.waiverRead')}</span></label><button class="button" data-variant="primary" data-size="large" data-wide="">${t('guests.sign')}</button></form></section>`;
};

const afterOf = (visit: Visit, guest: GuestVisit): Html => {
  const { context } = visit;
  const { t } = context;
  const path = pathOf(visit);
  const cancel = guest.canCancel
    ? html`<form method="post" action="${path}/cancel"><button class="button" data-wide="">${t('guests.cannotCome')}</button></form>`
    : undefined;
  const plans = html`<p><a class="button" data-variant="tinted" data-wide="" href="${plansPath(context)}">${t('guests.plans')}</a></p>`;
  const mails = guest.getsMails
    ? html`<p class="small"><a class="link" href="${path}/no-mails">${t('guests.noMails')}</a></p>`
    : undefined;
  return html`${plans}${cancel}${mails}`;
};

interface Typed {
  readonly name: string;
  readonly phone: string;
  readonly guardianName: string;
  readonly isWithoutGuardian?: boolean;
}

const NOTHING: Typed = { name: '', phone: '', guardianName: '' };

interface RefusedForm {
  readonly code: string;
  readonly typed?: Typed;
}

const pageOf = (visit: Visit, guest: GuestVisit, refused?: RefusedForm): BookPage => {
  const { context } = visit;
  const typed = refused?.typed ?? NOTHING;
  const content = html`${topOf(context)}<main class="page narrow stack" id="main">${headOf(context, guest)}${refusalNote(context, refused)}${classOf(context, guest)}${paidOf(context, guest)}${waiverOf(visit, guest, typed)}${afterOf(visit, guest)}</main>`;
  return { context, title: guest.session.name, content, ...(refused === undefined ? {} : { status: 422 }) };
};

const read = (visit: Visit): Promise<GuestVisit> =>
  visit.callApi('getGuestVisit', { path: { token: visit.param('token') } });

/** Makes the page again with what was refused; a link that leads nowhere has a page of its own. */
const orAgain = async (visit: Visit, act: () => Promise<PageResult>, typed?: Typed): Promise<PageResult> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    if (error.status === 404) return gonePage(visit.context);
    if (error.status !== 400 && error.status !== 409) throw error;
    const isWithoutGuardian = error.param === 'guardianName';
    const again = typed === undefined ? {} : { typed: { ...typed, isWithoutGuardian } };
    return pageOf(visit, await read(visit), { code: error.code, ...again });
  }
};

const show = (visit: Visit): Promise<PageResult> => orAgain(visit, async () => pageOf(visit, await read(visit)));

const sign = (visit: Visit, form: Form): Promise<PageResult> => {
  const typed = { name: form.get('name'), phone: form.get('phone'), guardianName: form.get('guardianName') };
  if (form.get('agrees') !== '1') return show(visit);
  return orAgain(
    visit,
    async () => {
      const body = {
        version: form.get('version'),
        name: typed.name,
        ...(typed.guardianName === '' ? {} : { guardianName: typed.guardianName }),
        ...(typed.phone === '' ? {} : { phone: typed.phone }),
      };
      await visit.callApi('signGuestWaiver', { path: { token: visit.param('token') }, body });
      return { to: pathOf(visit) };
    },
    typed,
  );
};

const cancel = (visit: Visit): Promise<PageResult> =>
  orAgain(visit, async () => {
    await visit.callApi('cancelGuestVisit', { path: { token: visit.param('token') } });
    return { to: pathOf(visit) };
  });

/** Asks before it ends the emails: mail programs open links automatically. */
const askMails = (visit: Visit): Promise<PageResult> =>
  orAgain(visit, async () => {
    const { context } = visit;
    const { t } = context;
    const { getsMails } = await read(visit);
    const title = t('guests.noMails');
    const form = getsMails
      ? html`<p>${t('guests.noMailsText', { studio: context.studio.name })}</p><form method="post" action="${pathOf(visit)}/no-mails"><button class="button" data-variant="primary" data-wide="">${t('guests.stop')}</button></form>`
      : html`<p role="status">${t('guests.stopped')}</p>`;
    const content = html`${topOf(context)}<main class="page narrow stack" id="main"><h1 class="page-title">${title}</h1>${form}<p><a class="link" href="${pathOf(visit)}">${t('guests.back')}</a></p></main>`;
    return { context, title, content };
  });

const stopMails = (visit: Visit): Promise<PageResult> =>
  orAgain(visit, async () => {
    await visit.callApi('stopGuestMails', { path: { token: visit.param('token') } });
    return { to: `${pathOf(visit)}/no-mails` };
  });

export const guestVisitPage = { show, sign, cancel, askMails, stopMails };
