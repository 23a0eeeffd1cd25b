import { html } from '../../../kernel/html.ts';
import { addDays, isLocalDate, localDateAt, startOfDate } from '../../../kernel/local-time.ts';
import type { FreezePreviewResponse } from '../../../resources/packages/member/shapes.ts';
import { timezoneOf } from '../../../resources/sites/queries.ts';
import { accountPage } from '../account/parts.ts';
import type { BookContext } from '../layout.ts';
import { type ApiRefusal, orRefused } from '../messages.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { lastDayOfFreeze, type Pass, passFormats, passOf, passPath } from './pass-of.ts';

interface Dates {
  readonly from: string;
  readonly to: string;
}

interface Asking {
  readonly pass: Pass;
  readonly dates: Dates;
  /** Whether the member keeps the bookings inside the pause. */
  readonly keeps?: boolean;
  readonly preview?: FreezePreviewResponse | undefined;
  readonly refused?: ApiRefusal;
}

const pageOf = (visit: MemberVisit, { pass, dates, keeps = false, preview, refused }: Asking): BookPage => {
  const { context, newKey } = visit;
  const { t } = context;
  const formats = passFormats(context, pass);
  const path = `${passPath(visit)}/pause`;
  const field = (name: keyof Dates, label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="date" required value="${dates[name]}"></div>`;
  const kept = preview === undefined && keeps ? html`<input type="hidden" name="keep" value="1">` : '';
  const dateForm = html`<form class="stack" method="post" action="${path}">${kept}<div class="two">${field('from', t('passes.from'))}${field('to', t('passes.to'))}</div><button class="button" ${preview === undefined ? html`data-variant="primary" ` : ''}data-wide="" type="submit">${t('passes.seePause')}</button></form>`;
  const {
    startsAt = null,
    endsAt = null,
    expiresAt = null,
    daysUsed = 0,
    daysAllowed = 0,
    cancelledBookings = 0,
  } = preview ?? {};
  const keep =
    cancelledBookings === 0
      ? undefined
      : html`<label class="check"><input type="checkbox" name="keep" value="1"${keeps ? html` checked` : ''}><span>${t('passes.pauseKeep')}</span></label>`;
  const said =
    startsAt === null || endsAt === null
      ? undefined
      : html`<div class="notice" role="status"><div>${t('passes.pauseSays', { from: formats.date(startsAt), to: formats.date(lastDayOfFreeze(endsAt)), used: daysUsed, allowed: daysAllowed })}${expiresAt === null || pass.autoRenews ? undefined : html` ${t('passes.goodUntil', { date: formats.date(expiresAt) })}`}${cancelledBookings > 0 ? html` ${t('passes.pauseCancels', { count: cancelledBookings })}` : undefined}</div></div><form class="stack" method="post" action="${path}"><input type="hidden" name="key" value="${newKey()}"><input type="hidden" name="from" value="${dates.from}"><input type="hidden" name="to" value="${dates.to}"><input type="hidden" name="sure" value="1">${keep}<button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('passes.pauseUntil', { date: formats.date(lastDayOfFreeze(endsAt)) })}</button></form>`;
  const content = html`<p>${t('passes.pauseWhat')}</p>${dateForm}${said}`;
  return accountPage(visit, {
    title: t('passes.pauseTitle', { name: pass.name }),
    content,
    back: passPath(visit),
    refused,
  });
};

const today = ({ read }: BookContext, zone: string): string => localDateAt(read.nowMs, zone);

export const pausePage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context } = visit;
  const pass = await passOf(visit);
  return pageOf(visit, { pass, dates: { from: today(context, timezoneOf(context.read, pass.siteId)), to: '' } });
};

/** The first submission previews the pause, the second makes it. */
export const pausePass = async (visit: MemberVisit, form: Form): Promise<PageResult> => {
  const { context } = visit;
  const dates = { from: form.get('from'), to: form.get('to') };
  const pass = await passOf(visit);
  const zone = timezoneOf(context.read, pass.siteId);
  if (!isLocalDate(dates.from) || !isLocalDate(dates.to)) return pageOf(visit, { pass, dates });
  const keeps = form.get('keep') === '1';
  const body = {
    ...(dates.from <= today(context, zone) ? {} : { startsAt: startOfDate(dates.from, zone) }),
    // The chosen last day is frozen too.
    endsAt: startOfDate(addDays(dates.to, 1), zone),
  };
  const path = { id: pass.id };
  return orRefused<PageResult, PageResult>(
    async () => {
      if (form.get('sure') === '1') {
        await visit.callApi('freezeMemberPackage', {
          path,
          body: { ...body, ...(keeps ? { keepBookings: true } : {}) },
          key: form.get('key'),
        });
        return { to: passPath(visit) };
      }
      const preview = await visit.previewApi('freezeMemberPackage', { path, body });
      return pageOf(visit, { pass, dates, keeps, preview });
    },
    (refused) => {
      if (refused.status === 404) throw refused;
      return pageOf(visit, { pass, dates, keeps, refused });
    },
  );
};
