import { UsageError } from '../config/usage-error.ts';
import type { PageOf } from '../database/pages.ts';
import type { Store } from '../database/store.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { besideServer } from './open-database.ts';
import { exit, type Verb } from './verb.ts';

/** What every verb about credentials may be told by flags. */
export const credentialSettings = ['data', 'allowNetworkStorage'] as const;

/** The verbs see the credentials of every site. */
export const WHOLE_BRAND: SiteAccess = { siteIds: null };

/** The items of a list that is written with commas. */
export const listed = (text: string | undefined): string[] | undefined =>
  text?.split(',').flatMap((each) => each.trim() || []);

/** Every row of a list, page by page. */
export const everyRow = <Row extends { readonly id: string }>(store: Store, pageOf: PageOf<Row>): Row[] =>
  store.read((read) => {
    const rows: Row[] = [];
    for (let page = pageOf(read, { limit: 100 }, {}); ; ) {
      rows.push(...page.rows);
      if (!page.hasNext) return rows;
      page = pageOf(read, { limit: 100, startingAfter: rows.at(-1)?.id }, {});
    }
  });

interface Revoking<Row> {
  /** The kind of credential as it is typed: `key`. */
  readonly kind: string;
  /** What its ids are called. */
  readonly called: string;
  readonly summary: string;
  revoke(store: Store, id: string): Promise<Row>;
  view(row: Row): object;
}

/** The verb that ends one credential for good. */
export const revoking = <Row extends { readonly id: string; readonly name: string }>({
  kind,
  called,
  summary,
  revoke,
  view,
}: Revoking<Row>): Verb => ({
  name: `${kind} revoke`,
  summary,
  example: `studiod ${kind} revoke 0197a2f4-5c1e-7d3b-8a61-2f1f0d9e7c55`,
  words: `${called.toUpperCase()}-ID`,
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const [id, ...rest] = call.words;
    if (id === undefined || rest.length > 0) {
      throw new UsageError(`studiod ${kind} revoke wants one ${called} id; studiod ${kind} list shows them.`);
    }
    const row = await besideServer(call, false, ({ store }) => revoke(store, id));
    call.print(call.json ? JSON.stringify(view(row)) : `'${row.name}' (${row.id}) is revoked.`);
    return exit.done;
  },
});
