import { UsageError } from '../config/usage-error.ts';
import type { PageOf } from '../database/pages.ts';
import type { Store } from '../database/store.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { withDatabase } from './open-database.ts';
import { exit, type Verb } from './verb.ts';

/** The settings of the verbs for credentials. */
export const credentialSettings = ['data', 'allowNetworkStorage'] as const;

/** The verbs reach the credentials of every site. */
export const WHOLE_BRAND: SiteAccess = { siteIds: null };

/** The items of a list that is separated by commas. */
export const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(',').flatMap((each) => each.trim() || []);

/** Every row of a list, read page by page. */
export const readAll = <Row extends { readonly id: string }>(store: Store, pageOf: PageOf<Row>): Row[] =>
  store.read((read) => {
    const rows: Row[] = [];
    for (let page = pageOf(read, { limit: 100 }, {}); ; ) {
      rows.push(...page.rows);
      if (!page.hasNext) return rows;
      page = pageOf(read, { limit: 100, startingAfter: rows.at(-1)?.id }, {});
    }
  });

interface Revocation<Row> {
  /** The first word of the verb: `key`. */
  readonly verb: string;
  /** What its ids identify: `client`. */
  readonly noun: string;
  readonly summary: string;
  revoke(store: Store, id: string): Promise<Row>;
  view(row: Row): object;
}

/** The verb that revokes one credential. */
export const revokeVerb = <Row extends { readonly id: string; readonly name: string }>({
  verb,
  noun,
  summary,
  revoke,
  view,
}: Revocation<Row>): Verb => ({
  name: `${verb} revoke`,
  summary,
  example: `studiod ${verb} revoke 0197a2f4-5c1e-7d3b-8a61-2f1f0d9e7c55`,
  args: `${noun.toUpperCase()}-ID`,
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const [id, ...rest] = call.args;
    if (id === undefined || rest.length > 0) {
      throw new UsageError(`studiod ${verb} revoke needs one ${noun} id; studiod ${verb} list shows them.`);
    }
    const row = await withDatabase(call, { mayCreate: false }, ({ store }) => revoke(store, id));
    call.print(call.json ? JSON.stringify(view(row)) : `'${row.name}' (${row.id}) is revoked.`);
    return exit.done;
  },
});
