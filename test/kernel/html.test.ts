import { expect, test } from 'bun:test';
import { fillHtml, html, htmlLines, jsonElement, styleElement } from '../../src/kernel/html.ts';

const HOSTILE = `"><script>alert('&')</script>`;
const ESCAPED = `&quot;&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt;`;

test('texts are escaped, and HTML of the tag is not escaped again', () => {
  expect(html`<p title="${HOSTILE}">${html`<b>${HOSTILE}</b>`}</p>`.text).toBe(
    `<p title="${ESCAPED}"><b>${ESCAPED}</b></p>`,
  );
});

test('what is nothing is left out, and lists are written one after the other', () => {
  expect(html`[${null}${undefined}${false}${''}${0}${['a', [HOSTILE]]}]`.text).toBe(`[0a${ESCAPED}]`);
  expect(htmlLines(['<', html`<br>`]).text).toBe('&lt;\n<br>');
});

test('a document of a file gets its parts in the same way, and has none to spare', () => {
  expect(fillHtml('<p>{{name}}{{more}}</p>', { name: HOSTILE, more: html`<br>` }).text).toBe(`<p>${ESCAPED}<br></p>`);
  // A place in a text is text.
  expect(fillHtml('{{name}}', { name: '{{other}}' }).text).toBe('{{other}}');
  expect(() => fillHtml('{{nmae}}', { name: '' })).toThrow('nothing is given for {{nmae}}');
});

test('no text ends a style or a script', () => {
  expect(styleElement(`a{content:"</style><script>"}`).text).toBe(`<style>a{content:"<\\/style><script>"}</style>`);
  const { text } = jsonElement({ name: '</script><!--' }, 'application/json', 'facts');
  expect(text).toBe('<script type="application/json" id="facts">{"name":"\\u003c/script>\\u003c!--"}</script>');
});
