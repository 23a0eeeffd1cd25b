import type { CredentialRequest } from '../auth/credential-request.ts';
import { issuedOf } from '../auth/issued.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Tx } from '../database/database.ts';
import type { Synchronous } from '../database/queued-write.ts';
import type { Store } from '../database/store.ts';
import type { SiteAccess } from '../kernel/caller.ts';
import { storedId } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import type { PageOf } from '../records/pages.ts';
import { auditCredential } from './audit.ts';
import { type OpenDatabase, withDatabase } from './open-database.ts';
import { type Call, oneArgument, printResult, type Verb, VerbError } from './verb.ts';

export const credentialSettings = ['data', 'allowNetworkStorage'] as const;

/** The verbs reach the credentials of every site. */
export const WHOLE_BRAND: SiteAccess = { siteIds: null };

const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(',').flatMap((each) => each.trim() || []);

const requestOf = ({ flag }: Call, defaultName: string): CredentialRequest => ({
  name: flag('name') ?? defaultName,
  scopes: splitList(flag('scopes')) ?? ['*'],
  siteIds: splitList(flag('sites'))?.map(storedId),
  staffId: storedId(flag('staff') ?? '') || null,
  tier: flag('tier'),
  expiresAt: flag('expires'),
});

/** The flags whose fields have other names in the API. */
const FLAGS: Readonly<Record<string, string>> = { expiresAt: '--expires', siteIds: '--sites', staffId: '--staff' };

/** The error of a request for a credential: where the request is wrong, the message names the flags. */
const inFlags = (error: unknown): unknown => {
  if (!(error instanceof Problem) || error.status !== 400) return error;
  const messages = (error.extra.details ?? [error]).map(({ message }) =>
    message.replace(/\b(?:expiresAt|siteIds|staffId)\b/g, (field) => FLAGS[field] ?? field),
  );
  return new UsageError(messages.join('\n'));
};

interface CredentialView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tier: string;
}

interface Creation<View> extends Pick<Verb, 'summary' | 'example' | 'flags'> {
  readonly verb: string;
  readonly noun: string;
  readonly defaultName: string;
  newSecret(database: OpenDatabase): string;
  create(tx: Tx, secret: string, request: CredentialRequest): Synchronous<View>;
  /** What is printed of it: the fields of the JSON between its id and its name, or the text. */
  shown(view: View, secret: string): { readonly json: object; readonly text: string };
}

/** The verb that creates a credential, with its entry in the audit log, and prints its secret once. */
export const createVerb = <View extends CredentialView>({
  verb,
  noun,
  defaultName,
  newSecret,
  create,
  shown,
  ...printed
}: Creation<View>): Verb => ({
  ...printed,
  name: `${verb} create`,
  settings: credentialSettings,
  async run(call) {
    const mayCreate = call.flag('new-data') !== undefined;
    const { secret, view } = await withDatabase(call, { mayCreate }, async (database) => {
      const secret = newSecret(database);
      const request = requestOf(call, defaultName);
      const view = await database.store
        .write((tx) => {
          const view = create(tx, secret, request);
          auditCredential(tx, `${verb} create`, view);
          return view;
        })
        .catch((error: unknown): never => {
          throw inFlags(error);
        });
      return { secret, view };
    });
    const { id, name, scopes, tier } = view;
    const { json, text } = shown(view, secret);
    const note = `This ${noun} is not shown again. '${name}' has the scopes ${scopes.join(', ')} and the tier ${tier}.`;
    printResult(call, { id, ...json, name, scopes }, text, [note]);
  },
});

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
  readonly verb: string;
  readonly plural: string;
  readonly property: string;
  readonly page: PageOf<Row>;
  view(row: Row): CredentialView;
  /** What a line shows of the secret: `...a1B2`. */
  hint(row: Row): string;
  status(row: Row, now: string): string;
}

export const listVerb = <Row extends { readonly id: string }>(listing: Listing<Row>): Verb => ({
  name: `${listing.verb} list`,
  summary: `List ${listing.plural}, newest first`,
  example: `studiod ${listing.verb} list --json`,
  settings: credentialSettings,
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
    const none = `No ${listing.plural} yet. Create one: studiod ${listing.verb} create`;
    const notes = lines.length === 0 ? [none] : [];
    printResult(call, { [listing.property]: rows.map(listing.view) }, lines.join('\n'), notes);
  },
});

/** What the credential has made, and what to do about it. */
const issuedNotes = (verb: string, { issued, issuedCount }: ReturnType<typeof issuedOf>): string[] => {
  const lines = issued.map(({ object, id, name, revokedAt }) => {
    const status = revokedAt === null ? 'is still active' : 'is revoked';
    return `It created '${name}' (${object.replace('_', ' ')} ${id}), which ${status}.`;
  });
  const others = issuedCount - issued.length;
  if (others > 0) lines.push(`It created ${others} more.`);
  if (issued.some(({ revokedAt }) => revokedAt === null))
    lines.push(`To revoke them too, run: studiod ${verb} revoke ID --issued`);
  return lines;
};

interface Revocation<Row> {
  readonly verb: string;
  /** What its ids identify: `client`. */
  readonly noun: string;
  readonly summary: string;
  revoke(tx: Tx, id: string): Row;
  view(row: Row): object;
}

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
  flags: [{ name: 'issued', help: `Also revoke credentials created with this ${noun}` }],
  args: `${noun.toUpperCase()}-ID`,
  settings: credentialSettings,
  async run(call) {
    const id = oneArgument(call, `Missing ${noun} ID. Run 'studiod ${verb} list' to see them.`);
    const revokeIssued = call.flag('issued') !== undefined;
    const { row, issued } = await withDatabase(call, { mayCreate: false }, ({ store }) =>
      store.write((tx) => {
        const revoked = revoke(tx, storedId(id));
        auditCredential(tx, `${verb} revoke`, view(revoked));
        return { row: revoked, issued: issuedOf(tx, revoked.id, { revokeIssued }) };
      }),
    ).catch((error: unknown): never => {
      const isUnknown = error instanceof Problem && error.status === 404;
      throw isUnknown ? new VerbError(`${error.message} Run 'studiod ${verb} list' to see what exists.`) : error;
    });
    printResult(call, { ...view(row), ...issued }, `Revoked '${row.name}' (${row.id}).`, issuedNotes(verb, issued));
  },
});
