import type { CredentialRequest } from '../auth/credential-request.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Tx } from '../database/database.ts';
import type { Synchronous } from '../database/queued-write.ts';
import type { Store } from '../database/store.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { storedId } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import type { PageOf } from '../records/pages.ts';
import { auditCredential } from './audit.ts';
import { withDatabase } from './open-database.ts';
import { type Call, exit, Failure, printResult, type Verb } from './verb.ts';

/** The settings of the verbs for credentials. */
export const credentialSettings = ['data', 'allowNetworkStorage'] as const;

/** The verbs reach the credentials of every site. */
export const WHOLE_BRAND: SiteAccess = { siteIds: null };

/** The items of a list that is separated by commas. */
const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(',').flatMap((each) => each.trim() || []);

/** The request for a new credential, as the flags say. */
export const requestOf = (call: Call, defaultName: string): CredentialRequest => ({
  name: call.flag('name') ?? defaultName,
  scopes: splitList(call.flag('scopes')) ?? ['*'],
  siteIds: splitList(call.flag('sites'))?.map(storedId),
  staffId: storedId(call.flag('staff') ?? '') || null,
  tier: call.flag('tier'),
  expiresAt: call.flag('expires'),
});

/** The flags whose fields have other names in the API. */
const FLAGS: Readonly<Record<string, string>> = { expiresAt: '--expires', siteIds: '--sites', staffId: '--staff' };

/**
 * Creates a credential, with its entry in the audit log.
 * @param create creates it and returns its view.
 * @throws UsageError whose message names the flags, where the request is wrong.
 */
export const storeCredential = async <View extends object>(
  store: Store,
  verb: string,
  create: (tx: Tx) => Synchronous<View>,
): Promise<View> => {
  try {
    return await store.write((tx) => {
      const view = create(tx);
      auditCredential(tx, verb, view);
      return view;
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    const messages = (error.extra.details ?? [error]).map(({ message }) =>
      message.replace(/\b(?:expiresAt|siteIds|staffId)\b/g, (field) => FLAGS[field] ?? field),
    );
    throw new UsageError(messages.join('\n'));
  }
};

interface CredentialView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tier: string;
}

/**
 * Prints a new credential: `shown` as JSON with its id, name and scopes, or `text` alone.
 * @param noun what the secret is called: `key`.
 */
export const printCreated = (call: Call, view: CredentialView, noun: string, shown: object, text: string): void => {
  const { id, name, scopes, tier } = view;
  const note = `The ${noun} is not shown again. '${name}' has the scopes ${scopes.join(', ')} and the tier ${tier}.`;
  printResult(call, { id, ...shown, name, scopes }, text, [note]);
};

/** Every row of a list, read page by page. */
const readAll = <Row extends { readonly id: string }>(store: Store, pageOf: PageOf<Row>): Row[] =>
  store.read((read) => {
    const rows: Row[] = [];
    for (let page = pageOf(read, { limit: 100 }, {}); ; ) {
      rows.push(...page.rows);
      if (!page.hasNext) return rows;
      page = pageOf(read, { limit: 100, startingAfter: rows.at(-1)?.id }, {});
    }
  });

interface Listing<Row> {
  /** The first word of the verb: `key`. */
  readonly verb: string;
  /** What the credentials are called: `API keys`. */
  readonly plural: string;
  /** The field of the JSON that holds them: `keys`. */
  readonly property: string;
  readonly page: PageOf<Row>;
  view(row: Row): CredentialView;
  /** What a line shows of the secret: `...a1B2`. */
  hint(row: Row): string;
  status(row: Row, now: string): string;
}

/** The verb that lists credentials, newest first. */
export const listVerb = <Row extends { readonly id: string }>(listing: Listing<Row>): Verb => ({
  name: `${listing.verb} list`,
  summary: `lists the ${listing.plural}, newest first`,
  example: `studiod ${listing.verb} list --json`,
  flags: [],
  settings: credentialSettings,
  hasJson: true,
  async run(call) {
    const { rows, now } = await withDatabase(call, { mayCreate: false }, ({ store }) => ({
      rows: readAll(store, listing.page),
      now: store.view().now,
    }));
    const lines = rows.map((row) => {
      const { id, name, scopes, tier } = listing.view(row);
      const status = listing.status(row, now).padEnd(7);
      return [id, listing.hint(row), status, tier.padEnd(9), `${name} (${scopes.join(', ')})`].join('  ');
    });
    const none = `There are no ${listing.plural}. Create one: studiod ${listing.verb} create`;
    const notes = lines.length === 0 ? [none] : [];
    printResult(call, { [listing.property]: rows.map(listing.view) }, lines.join('\n'), notes);
    return exit.done;
  },
});

interface Revocation<Row> {
  /** The first word of the verb: `key`. */
  readonly verb: string;
  /** What its ids identify: `client`. */
  readonly noun: string;
  readonly summary: string;
  revoke(tx: Tx, id: string): Row;
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
    const { row } = await withDatabase(call, { mayCreate: false }, ({ store }) =>
      store.write((tx) => {
        const revoked = revoke(tx, storedId(id));
        auditCredential(tx, `${verb} revoke`, view(revoked));
        return { row: revoked };
      }),
    ).catch((error: unknown): never => {
      const isUnknown = error instanceof Problem && error.status === 404;
      throw isUnknown ? new Failure(`${error.message} studiod ${verb} list shows those that exist.`) : error;
    });
    printResult(call, view(row), `'${row.name}' (${row.id}) is revoked.`);
    return exit.done;
  },
});
