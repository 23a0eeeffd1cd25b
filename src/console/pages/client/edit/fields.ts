import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import type { Client } from '../queries.ts';

type Patch = Schemas['UpdateClientRequest'];

const TEXTS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'preferredLocale',
  'homeLocationId',
  'barcode',
  'fobNumber',
  'leadSource',
  'notes',
  'leaderboardVisibility',
] as const;

/** Fields that are inside another: by its name, their names. */
const GROUPS = {
  address: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  emergencyContact: ['name', 'phone', 'email', 'relationship'],
  alerts: ['red', 'yellow'],
  waiver: ['status', 'version', 'signedAt'],
  marketingConsent: ['email', 'sms', 'push'],
} as const;

const PROPERTY = 'customProperties.';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const memberOf = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;

/** The fields of a client. */
export const fieldsOf = (client: Client): Fields => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, textOf(client[name])])),
  ...Object.fromEntries(
    Object.entries(GROUPS).flatMap(([group, names]) =>
      names.map((name) => [`${group}.${name}`, textOf(memberOf(memberOf(client, group), name))]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(client.customProperties).map(([name, value]) => [PROPERTY + name, textOf(value)]),
  ),
});

/** The names of the custom properties that fields have. */
export const propertyNames = (fields: Fields): string[] =>
  Object.keys(fields).flatMap((path) => (path.startsWith(PROPERTY) ? [path.slice(PROPERTY.length)] : []));

export const propertyPath = (name: string): string => PROPERTY + name;

/** A value of a custom property as it was typed: of the kind that it had before. */
const propertyValue = (typed: string, before: unknown): unknown => {
  if (typed === '') return null;
  if (before === undefined || before === null || typeof before === 'string') return typed;
  if (typeof before === 'boolean') return typed === 'yes';
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};

const groupValue = (path: string, typed: string): unknown => {
  if (path.startsWith('marketingConsent.')) return typed === 'yes';
  return typed === '' ? null : typed;
};

/** The body of a change, of the fields that have changed. */
export const patchOf = (changed: Fields, client: Client): Patch => {
  const body: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(changed)) {
    const dot = path.indexOf('.');
    if (dot < 0) {
      body[path] = typed === '' ? null : typed;
      continue;
    }
    const group = path.slice(0, dot);
    const name = path.slice(dot + 1);
    const value = path.startsWith(PROPERTY)
      ? propertyValue(typed, client.customProperties[name])
      : groupValue(path, typed);
    body[group] = { ...(body[group] as object | undefined), [name]: value };
  }
  return body;
};
