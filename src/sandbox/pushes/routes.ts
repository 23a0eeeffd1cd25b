import type { AnyElysia } from 'elysia';
import { router } from '../../http/operations/mount.ts';
import { listQuery, listResponse, parsePageRequest } from '../../http/paging.ts';
import { parseQuery } from '../../http/query-string.ts';
import { validatorFor } from '../../http/validation.ts';
import { integer, optional } from '../../kernel/schemas.ts';
import { pageOfAll } from '../../records/pages.ts';
import type { PushBox } from './push-box.ts';

/** The longest wait for a notification, in real seconds. */
const MAX_WAIT = 30;
const ListQuery = validatorFor(listQuery({ wait: optional(integer(0, MAX_WAIT)) }));

/** `/sandbox/pushes`: GET lists the notifications to devices, oldest first, and DELETE removes them. */
export const pushRoutes = (box: PushBox): AnyElysia =>
  router('/pushes')
    .get('/', async ({ request }) => {
      const { wait = 0, ...query } = parseQuery(request.url, ListQuery);
      const pushes = await box.listOrWait(wait, request.signal);
      const paging = { ...parsePageRequest(query), limit: query.limit ?? pushes.length };
      return listResponse('/sandbox/pushes', pageOfAll(pushes, paging), (push) => push);
    })
    .delete('/', () => {
      box.empty();
      return { object: 'sandbox_pushes', deleted: true };
    });
