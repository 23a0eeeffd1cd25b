import type { EndPreviewResponse } from '../../../resources/packages/member/shapes.ts';
import { accountPage } from '../account/parts.ts';
import { html } from '../html.ts';
import { orRefused } from '../messages.ts';
import type { Answer, Form, MemberVisit } from '../visit.ts';
import { passPage } from './pass.ts';
import { PACKAGES, passOf, passPath } from './pass-of.ts';
import { chargesText } from './words.ts';

/** What ending would do, said before: the date is on the button. */
export const endPage = (visit: MemberVisit): Promise<Answer> =>
  orRefused<Answer, Answer>(
    async () => {
      const { context, ask, newKey } = visit;
      const { t, formats } = context;
      const pass = await passOf(visit);
      const preview = await ask<EndPreviewResponse>('POST', `${PACKAGES}/${pass.id}/end`, {
        query: { dry_run: 'true' },
      });
      const { endsAt, renewalsLeft, total, bookingsAfter } = preview;
      const date = endsAt === null ? undefined : formats.date(endsAt);
      const charges = chargesText(context, { renewalsLeft, ...total });
      const content = html`<p>${date === undefined ? t('passes.endsAsked') : t('passes.endsThen', { date })}</p><p>${charges}</p>${bookingsAfter > 0 ? html`<p>${t('passes.bookingsAfter', { count: bookingsAfter })}</p>` : undefined}<form class="stack" method="post" action="${passPath(visit)}/end"><input type="hidden" name="key" value="${newKey()}"><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${date === undefined ? t('passes.end') : t('passes.endOn', { date })}</button></form>`;
      return accountPage(visit, { title: t('passes.endTitle', { name: pass.name }), content, back: passPath(visit) });
    },
    (refused) => passOrGone(visit, refused),
  );

/** A pass that is another member's is not there. */
const passOrGone = (visit: MemberVisit, refused: Parameters<typeof passPage>[1]): Promise<Answer> => {
  if (refused?.status === 404) throw refused;
  return passPage(visit, refused);
};

const acting =
  (method: 'POST' | 'DELETE', verb: string, said: '' | '?saved' = '?saved') =>
  (visit: MemberVisit, form: Form): Promise<Answer> =>
    orRefused<Answer, Answer>(
      async () => {
        await visit.ask(method, `${PACKAGES}/${visit.param('id')}/${verb}`, { key: form.get('key') });
        return { to: passPath(visit) + said };
      },
      (refused) => passOrGone(visit, refused),
    );

/** The page says itself when it ends, and what is still charged. */
export const endPass = acting('POST', 'end', '');
export const keepPass = acting('DELETE', 'end');
export const goOn = acting('POST', 'unfreeze');
