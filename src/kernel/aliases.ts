import { invalidParam } from './problem.ts';

/** An id in a request, and the name under which it is sent. */
export interface NamedId {
  readonly param: string;
  readonly id: string;
}

/** The id under either name; undefined without any. @throws Problem 400 for different ids under both names. */
export const eitherId = <Name extends string>(
  request: Readonly<Partial<Record<Name, string | undefined>>>,
  name: Name,
  alias: Name,
): NamedId | undefined => {
  const { [name]: id, [alias]: other } = request;
  if (id !== undefined && other !== undefined && id !== other) {
    throw invalidParam(alias, `'${name}' and '${alias}' mean the same. Send one of them, or both with the same ID.`, {
      reason: 'not_accepted',
    });
  }
  if (id !== undefined) return { param: name, id };
  return other === undefined ? undefined : { param: alias, id: other };
};
