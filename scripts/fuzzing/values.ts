import type { TSchema } from '@sinclair/typebox';
import { isoInstant } from '../../src/kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import type { Choices } from '../../test/helpers/seeded.ts';
import { hostileText, hostileValue, largeValue } from './hostile.ts';
import type { Memory } from './memory.ts';

/** What the values of one request are made from. */
export interface Making {
  readonly choices: Choices;
  readonly memory: Memory;
  /** The time of the studio, epoch ms. */
  readonly now: number;
  /** One value in so many is hostile; 0 for none. */
  readonly hostile: number;
}

const WORDS = ['Flow', 'Ann', 'Müller', 'north wing', 'a', 'Yoga 101', 'dana', '東京', 'O’Neil'] as const;
/** Values for strings whose schema has a pattern. */
const PATTERNED = [
  '#1a2b3c',
  'flow-1',
  'a1',
  'en-US',
  '09:30',
  '+12125550100',
  'FLOW',
  '12345',
  '2026-04',
  'x',
] as const;
const URLS = ['http://127.0.0.1:9/hook', 'https://127.0.0.1:9/hook', 'https://127.0.0.1:9/a?b=c#d'] as const;

/** An instant near now, mostly at a full minute, and sometimes far away. */
const instantNear = ({ choices, now }: Making): number => {
  const days = choices.once(12) ? choices.below(4000) - 2000 : choices.below(30) - 6;
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return minute + days * DAY_MS + choices.below(96) * 15 * MINUTE_MS;
};

const pick = <Item>(choices: Choices, items: readonly Item[], otherwise: Item): Item => choices.of(items) ?? otherwise;

const FORMATS: Readonly<Record<string, (making: Making, name: string) => string>> = {
  uuid: ({ memory, choices }, name) => memory.id(name, choices),
  email: ({ memory, choices }) =>
    (choices.once(4) ? memory.email(choices) : undefined) ?? `person${choices.below(100_000)}@members.example`,
  date: (making) => isoInstant(instantNear(making)).slice(0, 10),
  'date-time': (making) => isoInstant(instantNear(making)),
  'date-or-instant': (making) => isoInstant(instantNear(making)).slice(0, making.choices.once(2) ? 10 : 24),
  base64: () => 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  moment: (making) =>
    making.choices.once(2) ? isoInstant(instantNear(making)) : pick(making.choices, ['-P21D', '-P365D', 'P0D'], 'P7D'),
  'wall-time': ({ choices }) =>
    `${String(choices.below(24)).padStart(2, '0')}:${pick(choices, ['00', '15', '30', '59'], '00')}`,
  'time-zone': ({ choices }) =>
    pick(choices, ['America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Cairo'], 'UTC'),
  currency: ({ choices }) => pick(choices, ['USD', 'USD', 'USD', 'EUR', 'JPY', 'KWD'], 'USD'),
  country: ({ choices }) => pick(choices, ['US', 'GB', 'JP'], 'US'),
  uri: ({ choices }) => pick(choices, URLS, URLS[0]),
};

const textOf = (schema: TSchema, name: string, making: Making): string => {
  const { choices } = making;
  const format = FORMATS[String(schema.format)];
  if (format !== undefined) return format(making, name);
  const { minLength = 0, maxLength = 100, pattern } = schema;
  if (typeof pattern === 'string') {
    const wanted = new RegExp(pattern, 'u');
    return pick(
      choices,
      PATTERNED.filter((text) => wanted.test(text)),
      'x',
    );
  }
  if (/^scopes?$/.test(name) && !choices.once(8)) return pick(choices, SCOPES, '*');
  if (/_(?:after|before)$|^cursor$|_?ids?$/i.test(name) && !choices.once(8)) return making.memory.id(name, choices);
  const length = choices.once(40) ? Number(maxLength) : Math.min(Number(maxLength), 40);
  const text = `${pick(choices, WORDS, 'a')} ${choices.below(50)}`;
  return (length > 40 ? text.padEnd(length, 'word ') : text).slice(0, Math.max(length, Number(minLength))).trim();
};

const numberOf = ({ minimum = 0, maximum = 1000, type }: TSchema, { choices }: Making): number => {
  const [least, most] = [Number(minimum), Number(maximum)];
  if (choices.once(10)) return choices.once(2) ? least : most;
  const near = least + choices.below(Math.min(most - least, 120) + 1);
  return type === 'number' && choices.once(2) ? Math.min(most, near + 0.25) : near;
};

const arrayOf = (schema: TSchema, name: string, making: Making): unknown[] => {
  const { minItems = 0, maxItems = 3 } = schema;
  const count =
    Number(minItems) + making.choices.below(Math.max(1, Math.min(4, Number(maxItems) - Number(minItems) + 1)));
  return Array.from({ length: count }, () =>
    schema.items === undefined ? hostileValue(making.choices) : valueFor(schema.items, name, making),
  );
};

const recordOf = (schema: TSchema, making: Making): Record<string, unknown> => {
  const [inner] = Object.values<TSchema>(schema.patternProperties ?? {});
  const count = inner === undefined ? 0 : making.choices.below(3);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`key${at}`, inner === undefined ? '' : valueFor(inner, 'key', making)]),
  );
};

/** An object with the required fields and some of the others; a hostile one misses some and has unknown ones. */
export const objectOf = (schema: TSchema, making: Making): Record<string, unknown> => {
  const { choices, hostile } = making;
  const properties: Readonly<Record<string, TSchema>> = schema.properties ?? {};
  const required: readonly string[] = schema.required ?? [];
  const isLavish = choices.once(6);
  const fields = Object.entries(properties).filter(([name]) => {
    if (hostile > 0 && choices.once(hostile * 4)) return false;
    return required.includes(name) || isLavish || choices.once(4);
  });
  const made: Record<string, unknown> = {};
  for (const [name, field] of fields) made[name] = valueFor(field, name, making);
  if (hostile > 0 && choices.once(hostile * 4)) made[hostileText(choices)] = hostileValue(choices);
  return made;
};

/** A value of the schema of the field `name`, or a hostile one. */
export const valueFor = (schema: TSchema, name: string, making: Making): unknown => {
  const { choices, hostile } = making;
  if (hostile > 0 && choices.once(hostile)) {
    return choices.once(60)
      ? largeValue(choices)
      : schema.type === 'string' && choices.once(2)
        ? hostileText(choices)
        : hostileValue(choices);
  }
  if ('const' in schema) return schema.const;
  const branches: readonly TSchema[] = schema.anyOf ?? schema.oneOf ?? [];
  if (branches.length > 0) {
    // Null is seldom wanted.
    const others = branches.filter(({ type }) => type !== 'null');
    return valueFor(pick(choices, choices.once(8) ? branches : others, branches[0] ?? schema), name, making);
  }
  if (Array.isArray(schema.enum)) return choices.of(schema.enum);
  switch (schema.type) {
    case 'string':
      return textOf(schema, name, making);
    case 'integer':
    case 'number':
      return numberOf(schema, making);
    case 'boolean':
      return choices.once(2);
    case 'array':
      return arrayOf(schema, name, making);
    case 'null':
      return null;
    case 'object':
      return schema.patternProperties === undefined ? objectOf(schema, making) : recordOf(schema, making);
    default:
      return hostileValue(choices);
  }
};
