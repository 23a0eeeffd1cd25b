// Bodies of PUT that take what GET answered: its read-only fields are accepted as they are.

import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import { isObject } from './objects.ts';
import { type Detail, invalid, invalidDetail } from './problem.ts';
import { described, isShape, optional, shape } from './schemas.ts';

const readOnly = (schema: TSchema): TSchema => {
  const remark = 'Read-only: omit it, or send it as returned by GET.';
  return optional(described(schema, schema.description === undefined ? remark : `${schema.description} ${remark}`));
};

/** The fields that a PUT sets, and beside them the other fields of the response, at every depth. */
const withAnswered = (put: TProperties, response: TProperties): TProperties => {
  const fields: TProperties = { ...put };
  for (const [name, schema] of Object.entries<TSchema>(response)) {
    const own = put[name];
    if (own === undefined) fields[name] = readOnly(schema);
    else if (isShape(own) && isShape(schema)) {
      fields[name] = { ...own, properties: withAnswered(own.properties, schema.properties) };
    }
  }
  return fields;
};

/** The body of a PUT that also takes the response of GET as it is. `writtenFields` leaves out what it does not set. */
export function takingResponse<Put extends TObject>(put: Put, response: TObject): Put;
export function takingResponse(put: TObject, response: TObject): TObject {
  return shape(String(put.title), () => withAnswered(put.properties, response.properties));
}

const written = (put: TProperties, body: object, answered: object, path: string, details: Detail[]): object =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const param = `${path}${name}`;
      const own = put[name];
      const before: unknown = Reflect.get(answered, name);
      if (own === undefined) {
        if (!Bun.deepEquals(before, value)) {
          const message = `'${param}' is read-only. Leave it out, or send ${JSON.stringify(before)}.`;
          details.push(invalidDetail(param, message, { reason: 'not_accepted' }));
        }
        return [];
      }
      const isNested = isShape(own) && isObject(value) && isObject(before);
      return [[name, isNested ? written(own.properties, value, before, `${param}.`, details) : value]];
    }),
  );

/**
 * The fields of a body that a PUT sets.
 * @param answered what GET answers now
 * @throws Problem 400 for read-only fields that differ from it.
 */
export function writtenFields<Put extends TObject>(put: Put, body: Static<Put>, answered: object): Static<Put>;
export function writtenFields(put: TObject, body: object, answered: object): object {
  const details: Detail[] = [];
  const fields = written(put.properties, body, answered, '', details);
  if (details.length > 0) throw invalid(details);
  return fields;
}
