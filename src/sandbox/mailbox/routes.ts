import type { AnyElysia } from 'elysia';
import { router } from '../../http/operations/mount.ts';
import { pageResponse } from '../../http/page-response.ts';
import { listQuery, listResponse, parsePageRequest } from '../../http/paging.ts';
import { parseQuery } from '../../http/query-string.ts';
import { validatorFor } from '../../http/validation.ts';
import { epochOf } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/problem.ts';
import { integer, optional } from '../../kernel/schemas.ts';
import { rawMail } from '../../mail/parts.ts';
import { pageOfAll } from '../../records/pages.ts';
import type { KeptMail, Mailbox } from './mailbox.ts';
import { framedMail, listPage, mailPage } from './page.ts';

/** The longest wait for an email, in real seconds. */
const MAX_WAIT = 30;
const ListQuery = validatorFor(listQuery({ wait: optional(integer(0, MAX_WAIT)) }));

const POLICY =
  "default-src 'none'; font-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * An email has its styles in its text, and loads pictures, as in a mail program (decision 16.5). It runs no scripts, and is of no
 * origin, also outside of its frame.
 */
const POLICY_OF_MAIL =
  "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const page = (content: string, policy = POLICY): Response =>
  pageResponse({ type: 'text/html', content, policy, cache: 'no-store' });

const wantsPage = (request: Request): boolean => (request.headers.get('accept') ?? '').includes('text/html');

const summaryOf = ({ id, object, sentAt, from, to, subject, text, answer }: KeptMail) => ({
  id,
  object,
  sentAt,
  from,
  to,
  subject,
  text,
  answer,
});

/**
 * `/sandbox/mailbox`: GET lists the emails, oldest first, and DELETE removes them. With `?wait=5`, GET waits up to five seconds
 * for the first one. `{id}` is a whole email, `{id}/raw` the email as its recipient gets it. A browser gets pages, and `{id}/html`
 * in a frame.
 */
export const mailboxRoutes = (mailbox: Mailbox): AnyElysia => {
  const find = (id: string): KeptMail => {
    const mail = mailbox.find(id);
    if (mail === undefined) throw notFound('sandbox_mail', id);
    return mail;
  };
  return router('/mailbox')
    .get('/', async ({ request }) => {
      const { wait = 0, ...query } = parseQuery(request.url, ListQuery);
      const mails = await mailbox.listOrWait(wait, request.signal);
      if (wantsPage(request)) return page(listPage(mails));
      const paging = { ...parsePageRequest(query), limit: query.limit ?? mails.length };
      return listResponse('/sandbox/mailbox', pageOfAll(mails, paging), summaryOf);
    })
    .delete('/', () => {
      mailbox.empty();
      return { object: 'sandbox_mailbox', deleted: true };
    })
    .get('/:id', ({ params, request }) => {
      const mail = find(params.id);
      return wantsPage(request) ? page(mailPage(mail)) : mail;
    })
    .get('/:id/html', ({ params }) => page(framedMail(find(params.id)), POLICY_OF_MAIL))
    .get('/:id/raw', async ({ params }) => {
      const { from, sentAt, ...mail } = find(params.id);
      const raw = await rawMail(mail, from, epochOf(sentAt));
      return new Response(new Uint8Array(raw), { headers: { 'content-type': 'message/rfc822' } });
    });
};
