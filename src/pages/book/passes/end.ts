import { html } from '../../../kernel/html.ts';
import { accountPage } from '../account/parts.ts';
import { orRefused } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { passPage } from './pass.ts';
import { passFormats, passOf, passPath } from './pass-of.ts';
import { chargesText } from './words.ts';

/** What ending would do, said before: the date is on the button. */
export const endPage = (visit: MemberVisit): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      const { context, previewApi, newKey } = visit;
      const { t } = context;
      const pass = await passOf(visit);
      const formats = passFormats(context, pass);
      const preview = await previewApi('endMemberPackage', { path: { id: pass.id } });
      const { endsAt, renewalsLeft, total, bookingsAfter } = preview;
      const date = endsAt === null ? undefined : formats.date(endsAt);
      const charges = chargesText(context, { renewalsLeft, ...total });
      const content = html`<p>${date === undefined ? t('passes.endsAsked') : t('passes.endsThen', { date })}</p><p>${charges}</p>${bookingsAfter > 0 ? html`<p>${t('passes.bookingsAfter', { count: bookingsAfter })}</p>` : undefined}<form class="stack" method="post" action="${passPath(visit)}/end"><input type="hidden" name="key" value="${newKey()}"><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${date === undefined ? t('passes.end') : t('passes.endOn', { date })}</button></form>`;
      return accountPage(visit, { title: t('passes.endTitle', { name: pass.name }), content, back: passPath(visit) });
    },
    (refused) => passOrGone(visit, refused),
  );

/** Another member's pass is a 404. */
const passOrGone = (visit: MemberVisit, refused: Parameters<typeof passPage>[1]): Promise<PageResult> => {
  if (refused?.status === 404) throw refused;
  return passPage(visit, refused);
};

const acting =
  (id: 'endMemberPackage' | 'withdrawMemberPackageEnd' | 'unfreezeMemberPackage', said: '' | '?saved' = '?saved') =>
  (visit: MemberVisit, form: Form): Promise<PageResult> =>
    orRefused<PageResult, PageResult>(
      async () => {
        await visit.callApi(id, { path: { id: visit.param('id') }, key: form.get('key') });
        return { to: passPath(visit) + said };
      },
      (refused) => passOrGone(visit, refused),
    );

/** The page says itself when it ends, and what is still charged. */
export const endPass = acting('endMemberPackage', '');
export const keepPass = acting('withdrawMemberPackageEnd');
export const goOn = acting('unfreezeMemberPackage');
