import { type Html, html, htmlLines } from '../../kernel/html.ts';
import type { Operation } from '../operations/operation.ts';

/** What the side list names of an operation. The path is written as in the OpenAPI document: `/v2/clients/{id}`. */
export type ListedOperation = Readonly<Record<'id' | 'tag' | 'method' | 'path' | 'summary' | 'description', string>>;

export const listedOperation = ({ id, tag, method, path, summary, description = '' }: Operation): ListedOperation => ({
  id,
  tag,
  method,
  summary,
  description,
  path: path.replace(/:(\w+)/g, '{$1}'),
});

type Link = readonly [href: string, text: string, about: string];

const SECTIONS: readonly Link[] = [
  ['/docs#start', 'First booking', 'With curl, from a key to a webhook.'],
  [
    '/docs/booking-site',
    'Build a booking site',
    'A line of HTML, a page with a publishable key, a backend of a website.',
  ],
  ['/docs#authentication', 'Authentication', 'API keys, scopes, credentials, 401.'],
  ['/docs#members', 'Members', 'Sign-in with a code by mail or OpenID Connect, ID tokens, OAuth 2.0.'],
  ['/docs#values', 'Values', 'Ids, dates, time zones, money, metadata, externalId.'],
  ['/docs#lists', 'Lists and cursors', 'Pages, limit, starting_after.'],
  ['/docs#expansions', 'Expansions', 'expand[]'],
  ['/docs#changes', 'Changes', 'PATCH, null, archived records.'],
  ['/docs#idempotency', 'Idempotency', 'Repeating a request safely: Idempotency-Key.'],
  ['/docs#limits', 'Limits', 'Rate limits, 429, the size of a body.'],
  ['/docs#versions', 'Versions', 'X-Service-Version.'],
  ['/docs#errors', 'Errors', 'All error codes, and what to do.'],
  ['/docs#cards', 'Cards', 'Saving and charging cards.'],
  ['/docs#uploads', 'Uploads', 'Videos and other files: tus, playback.'],
  ['/docs#webhooks', 'Webhooks', 'Endpoints, deliveries, retries.'],
  ['/docs#verifying', 'Verifying webhooks', 'The signature, in five languages.'],
  ['/docs#events', 'Event catalogue', 'All events with their fields.'],
];

const SANDBOX: Link = ['/docs#sandbox', 'Sandbox', 'The clock, the inbox, the mailbox, ID tokens, reset.'];

const item = (href: string, text: string, about: string): Html =>
  html`<li><a href="${href}" title="${about}">${text}</a></li>`;

const operationHref = ({ tag, id }: ListedOperation): string => `/docs/reference#/${encodeURIComponent(tag)}/${id}`;

/** The guide's sections, and the operations by tag. Titles hold paths and descriptions, for the search. */
export const contentsList = (operations: readonly ListedOperation[], isSandbox: boolean): Html => {
  const sections = isSandbox ? [...SECTIONS, SANDBOX] : SECTIONS;
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  const groups = [...byTag].map(([tag, own]) => {
    const items = own.map((each) =>
      item(operationHref(each), each.summary, `${each.method} ${each.path}. ${each.description}`),
    );
    return html`<details><summary>${tag}</summary><ul>
${htmlLines(items)}
</ul></details>`;
  });
  return html`<ul>
${htmlLines(sections.map((section) => item(...section)))}
</ul>
<h2><a href="/docs/reference">Reference</a></h2>
${htmlLines(groups)}`;
};
