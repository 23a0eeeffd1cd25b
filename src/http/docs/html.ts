import { type Html, html, htmlLines } from '../../kernel/html.ts';

export const code = (text: string): Html => html`<code>${text}</code>`;

export const codeBlock = (text: string, language = 'text'): Html =>
  html`<pre class="code"><code data-language="${language}">${text.trimEnd()}</code></pre>`;

type Cell = Html | string;

/** A table. On a narrow screen each row becomes a card. */
export const table = (heads: readonly string[], rows: readonly { id?: string; cells: readonly Cell[] }[]): Html => {
  const rowOf = ({ id, cells }: (typeof rows)[number]): Html =>
    html`<tr${id !== undefined && html` id="${id}"`}>${cells.map((cell, index) => html`<td data-head="${heads[index]}">${cell}</td>`)}</tr>`;
  return html`<table class="table"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${htmlLines(rows.map(rowOf))}</tbody></table>`;
};
