import { API_VERSION } from '../../events/envelope.ts';
import { fillHtml, type Html, html, htmlLines } from '../../kernel/html.ts';
import { errorCodes } from '../codes/error-codes.ts';
import bookingSite from './booking-site.html' with { type: 'text' };
import { contentsList, type ListedOperation } from './contents.ts';
import { eventList } from './event-list.ts';
import guide from './guide.html' with { type: 'text' };
import { code, codeBlock, table } from './html.ts';
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

/** Bun's types describe an HTML import as a bundle; imported as text it is a string. */
const fill = (document: unknown, parts: Parameters<typeof fillHtml>[1]): Html => fillHtml(String(document), parts);

interface PageParts {
  readonly title: string;
  readonly main: Html;
  /** What is for this page alone. */
  readonly head?: Html;
  readonly scripts?: Html;
}

/** A page with the header and the side list. */
const inLayout = (facts: PageContext, { title, main, head, scripts }: PageParts): string =>
  fill(layout, {
    title,
    main,
    head,
    scripts,
    apiVersion: API_VERSION,
    release: facts.release,
    rootUrl: facts.rootUrl,
    contents: contentsList(facts.operations, facts.demo !== undefined),
  }).text;

/** The tables of error codes. The `docUrl` of each error is the link to its row. */
const errorList = (): Html =>
  htmlLines(
    errorCodes.map(({ status, type, codes }) => {
      const rows = codes.map(([name, meaning, remedy]) => ({
        id: `error-${name}`,
        cells: [html`<a href="#error-${name}">${code(name)}</a>`, meaning, remedy],
      }));
      return html`<h3>${status} ${code(type)}</h3>
${table(['Code', 'Meaning', 'What to do'], rows)}`;
    }),
  );

const snippetList = (): Html =>
  htmlLines(
    snippets.map(
      ({ id, title, code: text }, index) =>
        html`<details${index === 0 ? ' open' : ''}><summary>${title}</summary>${codeBlock(text, id)}</details>`,
    ),
  );

const vector = (): Html => {
  const rows = Object.entries(testVector).map(([name, value]) => ({ cells: [name, code(String(value))] }));
  return table(['Part', 'Value'], rows);
};

export const docsPage = (facts: PageContext): string => {
  const { rootUrl, demo } = facts;
  const main = fill(guide, {
    apiVersion: API_VERSION,
    rootUrl,
    start: start(rootUrl, demo),
    errors: errorList(),
    snippets: snippetList(),
    testVector: vector(),
    events: eventList(),
    sandbox: demo !== undefined && fill(sandbox, { rootUrl, clientId: demo.clientId }),
  });
  return inLayout(facts, { title: 'studiod: the API', main });
};

export const referencePage = (facts: PageContext): string => {
  const { demo } = facts;
  const main = fill(reference, {
    trying:
      demo === undefined
        ? html`To try operations here, enter an API key under <em>Authorize</em>. The examples use ids of a sandbox.`
        : html`To try one, open it, choose <em>Try it out</em> and then <em>Execute</em>: the examples work in a new sandbox.`,
    swaggerClient: demo?.clientId,
    swaggerKey: demo?.apiKey,
  });
  return inLayout(facts, {
    title: 'studiod: the reference',
    main,
    head: html`<link rel="stylesheet" href="/docs/swagger-ui.css">
`,
    scripts: html`<script src="/docs/swagger-ui.js" defer></script>
<script src="/docs/reference.js" defer></script>
`,
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
    rootUrl,
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
        ? html`Its key needs the scopes <code>sessions:read</code>, <code>instructors:read</code>, <code>clients:write</code> and <code>bookings:write</code>.`
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
  return inLayout(facts, { title: 'studiod: build a booking site', main });
};
