import { type PageOf, pageFrom } from '../../../records/pages.ts';
import { type ClientRecord, clientPage, clientsByIds } from '../queries.ts';
import { newestIds } from './pages.ts';

/** The clients of a file: all of them or some ids, or whom `list` finds, which has the filters of the list as JSON. */
export const filePage: PageOf<ClientRecord> = (read, request, { list, ...others }, siteIds = null) => {
  if (typeof list !== 'string') return clientPage(read, request, others, siteIds);
  const listed = { filters: JSON.parse(list), siteIds };
  const page = pageFrom(newestIds(read, listed, request.startingAfter, request.limit + 1), request);
  const found = clientsByIds(read, page.rows);
  return { ...page, rows: page.rows.flatMap((id) => found.get(id) ?? []) };
};
