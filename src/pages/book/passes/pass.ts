import { type Html, html } from '../../../kernel/html.ts';
import type { MemberLedgerEntryResponse } from '../../../resources/packages/member/shapes.ts';
import { accountPage, actButton, afterOf } from '../account/parts.ts';
import { passCard } from '../booking/passes.ts';
import type { ApiRefusal } from '../messages.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { cardOfPass } from './card.ts';
import { lastDayOfFreeze, PASSES, type Pass, passFormats, passOf } from './pass-of.ts';
import { chargesText, renewalDayOfPass } from './words.ts';

/** The first names of others of the household who came with a pass that is shared; none where no one else did. */
const namesOf = async (
  { callApi, member }: MemberVisit,
  entries: readonly MemberLedgerEntryResponse[],
): Promise<ReadonlyMap<string | null, string>> => {
  if (entries.every(({ clientId }) => clientId === null || clientId === member.clientId)) return new Map();
  const { members } = await callApi('getMemberHousehold');
  const others = members.filter(({ clientId }) => clientId !== member.clientId);
  return new Map(others.map(({ clientId, firstName }) => [clientId, firstName]));
};

const movementRow = (
  visit: MemberVisit,
  { at, delta, balance, reason, session, guestName, clientId }: MemberLedgerEntryResponse,
  names: Awaited<ReturnType<typeof namesOf>>,
): Html => {
  const { t, formats } = visit.context;
  const name = guestName ?? names.get(clientId);
  const whom = name === undefined ? undefined : t('guests.forGuest', { name });
  const small = [session?.name, whom, formats.date(at)].filter(Boolean).join(' · ');
  const value = delta > 0 ? `+${delta}` : `${delta}`.replace('-', '−');
  return html`<li><div><span class="grow">${t(`passes.moved_${reason}`)}<small>${small}</small></span><span class="value"><b>${value}</b><br>${t('passes.balance', { count: balance })}</span></div></li>`;
};

const actsOf = (visit: MemberVisit, pass: Pass): Html | undefined => {
  const { t } = visit.context;
  const formats = passFormats(visit.context, pass);
  const { id, name, status, memberMayFreeze, freeze, isFrozen, autoRenews, end, price, currency } = pass;
  if (status === 'expired' || status === 'cancelled') return undefined;
  const path = `${PASSES}/${id}`;
  const act = (to: string, text: string): Html => actButton({ to, text, about: name, key: visit.newKey() });
  const paused =
    freeze === null
      ? undefined
      : html`<div class="notice" data-tone="waiting" role="status"><div>${t(isFrozen ? 'passes.isPaused' : 'passes.willPause', { from: formats.date(freeze.startsAt), to: formats.date(lastDayOfFreeze(freeze.endsAt)) })}</div></div>${memberMayFreeze ? act(`${path}/go-on`, t('passes.goOn')) : undefined}`;
  const pause =
    memberMayFreeze && freeze === null
      ? html`<a class="button" data-wide="" href="${path}/pause" data-sheet="">${t('passes.pause')}</a>`
      : undefined;
  const ended =
    end === null
      ? undefined
      : html`<div class="notice" data-tone="caution" role="status"><div>${end.endsAt === null ? t('passes.endsAsked') : t('passes.endsThen', { date: formats.date(end.endsAt) })} ${chargesText(visit.context, { renewalsLeft: end.renewalsLeft, amount: end.renewalsLeft * price, currency })}</div></div>${act(`${path}/keep`, t('passes.keep'))}`;
  const finish =
    autoRenews && end === null
      ? html`<a class="button" data-wide="" href="${path}/end" data-sheet="">${t('passes.end')}</a>`
      : undefined;
  return html`<div class="stack group">${paused}${ended}${pause}${finish}</div>`;
};

export const passPage = async (visit: MemberVisit, refused?: ApiRefusal): Promise<BookPage> => {
  const { context, callApi } = visit;
  const { t } = context;
  const pass = await passOf(visit);
  const path = `${PASSES}/${pass.id}`;
  const after = afterOf(visit);
  const { data, hasMore } = await callApi('listMemberPackageLedger', {
    path: { id: pass.id },
    query: { limit: 25, starting_after: after },
  });
  const names = await namesOf(visit, data);
  const last = data.at(-1);
  const more =
    hasMore && last !== undefined
      ? html`<p class="group"><a class="button" data-wide="" href="${path}?after=${last.id}">${t('account.older')}</a></p>`
      : undefined;
  const movements =
    data.length === 0
      ? undefined
      : html`<section class="group" aria-labelledby="movements"><h2 id="movements">${t('passes.movements')}</h2><ul class="rows">${data.map((each) => movementRow(visit, each, names))}</ul></section>${more}`;
  const day = renewalDayOfPass(context, pass);
  const dayText = day === undefined ? undefined : html`<p class="small quiet group">${day}</p>`;
  const content = html`${passCard(context, pass, 'h2')}${dayText}${await cardOfPass(visit, pass)}${actsOf(visit, pass)}${movements}`;
  return accountPage(visit, { title: pass.name, content, back: after === undefined ? PASSES : path, refused });
};
