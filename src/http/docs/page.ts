import { API_VERSION } from '../../events/envelope.ts';
import { errorCodes } from '../error-codes.ts';
import bookingSite from './booking-site.html' with { type: 'text' };
import { contentsList, type ListedOperation } from './contents.ts';
import { eventList } from './event-list.ts';
import guide from './guide.html' with { type: 'text' };
import { code, codeBlock, escapeText, table } from './html.ts';
import layout from './layout.html' with { type: 'text' };
import reference from './reference.html' with { type: 'text' };
import sandbox from './sandbox.html' with { type: 'text' };
import backend from './snippets/booking-site.mjs' with { type: 'text' };
import website from './snippets/website.html' with { type: 'text' };
import { snippets, testVector } from './snippets.ts';
import { type Demo, start } from './start.ts';

export interface PageContext {
  readonly release: string;
  readonly rootUrl: string;
  /** Given in a sandbox only. */
  readonly demo: Demo | undefined;
  readonly operations: readonly ListedOperation[];
}

/** Fills `{{name}}` in a template. The type of an HTML import is a bundle, but with `type: 'text'` it is text. */
const fill = (template: unknown, parts: Readonly<Record<string, string>>): string =>
  String(template).replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '');

/** A page with the header and the side list. `head` and `scripts` are HTML for it alone. */
const inLayout = (facts: PageContext, title: string, main: string, { head = '', scripts = '' } = {}): string =>
  fill(layout, {
    title,
    main,
    head,
    scripts,
    apiVersion: API_VERSION,
    release: escapeText(facts.release),
    rootUrl: escapeText(facts.rootUrl),
    contents: contentsList(facts.operations, facts.demo !== undefined),
  });

/** The tables of error codes. The `docUrl` of each error is the link to its row. */
const errorList = (): string =>
  errorCodes
    .map(({ status, type, codes }) => {
      const rows = codes.map(([name, meaning, remedy]) => ({
        id: `error-${name}`,
        cells: [`<a href="#error-${name}">${code(name)}</a>`, escapeText(meaning), escapeText(remedy)],
      }));
      return `<h3>${status} ${code(type)}</h3>\n${table(['Code', 'Meaning', 'What to do'], rows)}`;
    })
    .join('\n');

const snippetList = (): string =>
  snippets
    .map(
      ({ id, title, code: text }, index) =>
        `<details${index === 0 ? ' open' : ''}><summary>${escapeText(title)}</summary>${codeBlock(text, id)}</details>`,
    )
    .join('\n');

const vector = (): string => {
  const rows = Object.entries(testVector).map(([name, value]) => ({ cells: [escapeText(name), code(String(value))] }));
  return table(['Part', 'Value'], rows);
};

export const docsPage = (facts: PageContext): string => {
  const { rootUrl, demo } = facts;
  const root = escapeText(rootUrl);
  const main = fill(guide, {
    apiVersion: API_VERSION,
    rootUrl: root,
    start: start(rootUrl, demo),
    errors: errorList(),
    snippets: snippetList(),
    testVector: vector(),
    events: eventList(),
    sandbox: demo === undefined ? '' : fill(sandbox, { rootUrl: root, clientId: escapeText(demo.clientId) }),
  });
  return inLayout(facts, 'studiod: the API', main);
};

export const referencePage = (facts: PageContext): string => {
  const { demo } = facts;
  const main = fill(reference, {
    trying:
      demo === undefined
        ? 'To try operations here, enter an API key under <em>Authorize</em>. The examples use ids of a sandbox.'
        : 'To try one, open it, choose <em>Try it out</em> and then <em>Execute</em>: the examples work in a new sandbox.',
    swaggerClient: escapeText(demo?.clientId ?? ''),
    swaggerKey: escapeText(demo?.apiKey ?? ''),
  });
  return inLayout(facts, 'studiod: the reference', main, {
    head: '<link rel="stylesheet" href="/docs/swagger-ui.css">\n',
    scripts: '<script src="/docs/swagger-ui.js" defer></script>\n<script src="/docs/reference.js" defer></script>\n',
  });
};

/** Where the pages of the example are served. */
const WEBSITE = 'http://127.0.0.1:3000';

/** The page `/docs/booking-site` as HTML: pages and a backend for a website, with the key of a sandbox or a placeholder. */
export const bookingSitePage = (facts: PageContext): string => {
  const { rootUrl, demo } = facts;
  const key = demo?.apiKey ?? 'sk_live_...';
  const person = `"email":"mia@example.com","firstName":"Mia","lastName":"Lind"`;
  const main = fill(bookingSite, {
    rootUrl: escapeText(rootUrl),
    embed: codeBlock(`<script src="${rootUrl}/book/embed.js" data-view="timetable" async></script>`, 'embed'),
    publishable: codeBlock(
      `curl -sw '\\n' ${rootUrl}/manage/api-keys -H 'X-Service-API-Key: ${key}' -H 'Content-Type: application/json' \\
  -d '{"name":"Website","kind":"publishable","origins":["${WEBSITE}"]}'`,
      'publishable',
    ),
    website: codeBlock(String(website).replace('https://book.studio.example', rootUrl), 'html'),
    backend: codeBlock(backend, 'js'),
    keyNote:
      demo === undefined
        ? 'Its key needs the scopes <code>sessions:read</code>, <code>instructors:read</code>, <code>clients:write</code> and <code>bookings:write</code>.'
        : 'The key belongs to this sandbox.',
    run: codeBlock(`ROOT=${rootUrl} KEY=${key} node booking-site.mjs`, 'run'),
    use: codeBlock(
      `SITE=http://127.0.0.1:3000
SESSION=$(curl -s $SITE/timetable | grep -oE '"id":"[^"]+","object":"session"[^{}]*"isFull":false' | head -1 | cut -d'"' -f4)
curl -sw '\\n' $SITE/book -d '{"sessionId":"'$SESSION'",${person},"attempt":"first"}'`,
      'use',
    ),
    subscribe: codeBlock(
      `curl -sw '\\n' ${rootUrl}/v2/webhooks -H 'X-Service-API-Key: ${key}' -H 'Content-Type: application/json' \\
  -d '{"name":"Booking site","url":"http://127.0.0.1:3000/webhooks","eventTypes":["booking.*","session.*"]}'

ROOT=${rootUrl} KEY=${key} SECRET='whsec_...' node booking-site.mjs`,
      'subscribe',
    ),
  });
  return inLayout(facts, 'studiod: build a booking site', main);
};
