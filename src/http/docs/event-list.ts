import type { TSchema } from '@sinclair/typebox';
import { catalogue, type EventType, eventTypes } from '../../events/catalogue.ts';
import { exampleBody, legacyExample } from '../../events/examples.ts';
import { LEGACY_CHECK_IN, LegacyCheckIn } from '../../events/legacy-check-in.ts';
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

/** One type: where its fields stand, what they hold, and an example of the whole body. */
const entry = (type: string, place: string, { properties }: TSchema, example: object, note = ''): string => {
  const fields = Object.entries(properties as Record<string, TSchema>);
  const rows = fields.map(([name, schema]) => ({ cells: [code(name), kindOf(schema)] }));
  return `<details id="event-${type}"><summary>${code(type)}</summary>${note}
${table([place, 'Holds'], rows)}
${codeBlock(JSON.stringify(example, null, 2), 'json')}</details>`;
};

const inEnvelope = (type: EventType): string => entry(type, 'Field of data', catalogue[type], exampleBody(type));

const LEGACY_NOTE = `
<p>The check-in of v1: a flat body without the envelope, with its id in the header only. It is sent to endpoints that
name ${code(LEGACY_CHECK_IN)} in ${code('eventTypes')}; ${code('*')} does not include it.</p>`;

/** The event catalogue: each type with the fields of its data and an example of what is sent. */
export const eventList = (): string =>
  [...eventTypes.map(inEnvelope), entry(LEGACY_CHECK_IN, 'Field', LegacyCheckIn, legacyExample, LEGACY_NOTE)].join(
    '\n',
  );
