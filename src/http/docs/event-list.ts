import type { TObject, TSchema } from '@sinclair/typebox';
import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { exampleBody, legacyExample } from '../../events/examples.ts';
import { LEGACY_CHECK_IN, LegacyCheckIn } from '../../events/legacy-check-in.ts';
import { type Html, html, htmlLines } from '../../kernel/html.ts';
import { branchesOf } from '../../kernel/schemas.ts';
import { code, codeBlock, table } from './html.ts';

const FORMATS: Readonly<Record<string, string>> = { uuid: 'id', 'date-time': 'instant', date: 'date' };

/** The type of a field: `id or null`, `CONFIRMED, WAITLISTED, ...`. */
const kindOf = (schema: TSchema): Html => {
  if (schema.const !== undefined) return code(String(schema.const));
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const isWords = branches.every((branch) => branch.const !== undefined);
    return html`${branches.map((branch, index) => [index > 0 && (isWords ? ', ' : ' or '), kindOf(branch)])}`;
  }
  return html`${FORMATS[String(schema.format)] ?? String(schema.type ?? 'any value')}`;
};

const entry = (type: string, fieldHead: string, { properties }: TObject, example: object, note?: Html): Html => {
  const rows = Object.entries(properties).map(([name, schema]) => ({ cells: [code(name), kindOf(schema)] }));
  return html`<details id="event-${type}"><summary>${code(type)}</summary>${note}
${table([fieldHead, 'Type'], rows)}
${codeBlock(JSON.stringify(example, null, 2), 'json')}</details>`;
};

const inEnvelope = (type: EventType): Html => entry(type, 'Field of data', catalogue[type](), exampleBody(type));

const LEGACY_NOTE = html`
<p>The v1 check-in: a flat body without an envelope, with its id in a header only. Only endpoints that list
${code(LEGACY_CHECK_IN)} in ${code('eventTypes')} receive it; ${code('*')} does not include it.</p>`;

/** The event catalogue: each type with the fields of its data and an example of the body. */
export const eventList = (): Html =>
  htmlLines([
    ...eventTypes.map(inEnvelope),
    entry(LEGACY_CHECK_IN, 'Field', LegacyCheckIn, legacyExample, LEGACY_NOTE),
  ]);
