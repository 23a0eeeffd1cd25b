import type { TSchema } from '@sinclair/typebox';
import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { exampleBody } from '../../events/examples.ts';
import { code, codeBlock, escapeText, table } from './html.ts';

const FORMATS: Readonly<Record<string, string>> = { uuid: 'id', 'date-time': 'instant', date: 'date' };

/** What a field holds, in words: `id or null`, `CONFIRMED, WAITLISTED, ...`. */
const kindOf = (schema: TSchema): string => {
  if (schema.const !== undefined) return code(String(schema.const));
  const branches = schema.anyOf as TSchema[] | undefined;
  if (branches !== undefined) {
    const isWords = branches.every((branch) => branch.const !== undefined);
    return branches.map(kindOf).join(isWords ? ', ' : ' or ');
  }
  return FORMATS[String(schema.format)] ?? escapeText(String(schema.type ?? 'any value'));
};

const eventEntry = (type: EventType): string => {
  const fields = Object.entries(catalogue[type].properties as Record<string, TSchema>);
  const rows = fields.map(([name, schema]) => ({ cells: [code(name), kindOf(schema)] }));
  return `<details id="event-${type}"><summary>${code(type)}</summary>
${table(['Field of data', 'Holds'], rows)}
${codeBlock(JSON.stringify(exampleBody(type), null, 2), 'json')}</details>`;
};

/** The event catalogue: each type with the fields of its data and an example of what is sent. */
export const eventList = (): string => eventTypes.map(eventEntry).join('\n');
