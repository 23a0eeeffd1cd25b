import { API_VERSION } from '../../events/envelope.ts';
import { errorList } from './error-list.ts';
import { eventList } from './event-list.ts';
import { code, codeBlock, escapeText, table } from './html.ts';
import skeleton from './page.html' with { type: 'text' };
import { snippets, testVector } from './snippets.ts';
import { type Demo, start } from './start.ts';

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

/** The page `/docs` as HTML. `demo` is given in a sandbox only. */
export const docsPage = (release: string, rootUrl: string, demo: Demo | undefined): string => {
  const parts: Record<string, string> = {
    apiVersion: API_VERSION,
    release: escapeText(release),
    rootUrl: escapeText(rootUrl),
    start: start(rootUrl, demo),
    errors: errorList(),
    snippets: snippetList(),
    testVector: vector(),
    events: eventList(),
    trying:
      demo === undefined
        ? 'To try operations here, enter an API key under <em>Authorize</em>. The ids of the examples are those of a sandbox.'
        : 'To try one, open it, choose <em>Try it out</em> and then <em>Execute</em>: the examples work in a new sandbox.',
    swaggerClient: escapeText(demo?.clientId ?? ''),
    swaggerKey: escapeText(demo?.apiKey ?? ''),
  };
  // The type of an HTML import is a bundle, but with the attribute `type: 'text'` it is text.
  return String(skeleton).replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '');
};
