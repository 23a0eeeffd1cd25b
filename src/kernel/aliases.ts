import { invalidParam } from './problem.ts';

/** An id in a request, and the name under which it is sent. */
export interface NamedId {
  readonly param: string;
  readonly id: string;
}

/**
 * The id that a request sends under one of two names of the same field; undefined when it sends none.
 * @throws Problem 400 when it sends different ids under both.
 */
export const eitherId = <Name extends string>(
  request: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  alias: Name,
): NamedId | undefined => {
  const { [name]: id, [alias]: other } = request;
  if (id !== undefined && other !== undefined && id !== other) {
    throw invalidParam(alias, `'${name}' and '${alias}' mean the same. Send one of them, or both with the same id.`);
  }
  if (id !== undefined) return { param: name, id };
  return other === undefined ? undefined : { param: alias, id: other };
};
