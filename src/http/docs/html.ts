const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export const code = (text: string): string => `<code>${escapeText(text)}</code>`;

export const codeBlock = (text: string, language = 'text'): string =>
  `<pre class="code"><code data-language="${escapeText(language)}">${escapeText(text.trimEnd())}</code></pre>`;

/** A table with HTML cells. On a narrow screen each row becomes a card. */
export const table = (heads: readonly string[], rows: readonly { id?: string; cells: readonly string[] }[]): string => {
  const cells = (row: readonly string[]): string =>
    row.map((cell, index) => `<td data-head="${escapeText(heads[index] ?? '')}">${cell}</td>`).join('');
  const body = rows.map(
    (row) => `<tr${row.id === undefined ? '' : ` id="${escapeText(row.id)}"`}>${cells(row.cells)}</tr>`,
  );
  return `<table class="table"><thead><tr>${heads.map((head) => `<th scope="col">${escapeText(head)}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`;
};
