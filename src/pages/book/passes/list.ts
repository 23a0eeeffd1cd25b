import { html } from '../../../kernel/html.ts';
import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import { ACCOUNT, accountPage, group, linkRow, MOST } from '../account/parts.ts';
import { TICKET } from '../icons.ts';
import { plansPath } from '../layout.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { PASSES } from './pass-of.ts';
import { endOfPass, leftOnPass } from './words.ts';

const isOver = ({ status }: MemberPackageResponse): boolean => status === 'expired' || status === 'cancelled';

/** What cannot be booked with anymore, as long as no credit comes back. */
const isUsedUp = (pass: MemberPackageResponse): boolean => isOver(pass) || pass.status === 'depleted';

/** What the member has, and what is over: the newest hundred. */
export const passesPage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, callApi } = visit;
  const { t } = context;
  const { data } = await callApi('listMemberPackages', { query: { limit: MOST } });
  const rowOf = (pass: MemberPackageResponse) =>
    linkRow({
      to: `${PASSES}/${pass.id}`,
      icon: TICKET,
      title: pass.name,
      small: isOver(pass)
        ? endOfPass(context, pass)
        : [leftOnPass(context, pass), endOfPass(context, pass)].join(' · '),
    });
  const [over, now] = [data.filter(isUsedUp), data.filter((pass) => !isUsedUp(pass))];
  const content = html`${now.length === 0 ? html`<p class="quiet">${t('passes.none')}</p>` : group('now', t('passes.now'), now.map(rowOf))}<p class="group"><a class="button" data-wide="" href="${plansPath(context)}">${t('passes.plans')}</a></p>${over.length === 0 ? undefined : group('over', t('passes.earlier'), over.map(rowOf))}`;
  return accountPage(visit, { title: t('passes.title'), content, back: ACCOUNT });
};
