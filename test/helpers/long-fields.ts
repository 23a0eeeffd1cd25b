import { branchesOf, type TSchema } from '../../src/kernel/schemas.ts';

/** A text in a body: its path, such as `alerts.red`, and what it may be. */
interface TextField {
  readonly path: string;
  readonly maxLength: number | undefined;
  readonly format: string | undefined;
}

const values = ({ patternProperties }: TSchema): TSchema[] => Object.values<TSchema>(patternProperties ?? {});

/** Every text in the body of an operation. */
export const textFields = (schema: TSchema | undefined, path = ''): TextField[] => {
  if (schema === undefined || schema.const !== undefined) return [];
  const { type, maxLength, format, items } = schema;
  const fields = { ...schema.properties, ...(schema.patternProperties && { '*': { anyOf: values(schema) } }) };
  return [
    ...(type === 'string' ? [{ path, maxLength, format }] : []),
    ...branchesOf(schema).flatMap((branch) => textFields(branch, path)),
    ...textFields(items, `${path}[]`),
    ...Object.entries<TSchema>(fields).flatMap(([name, field]) =>
      textFields(field, path === '' ? name : `${path}.${name}`),
    ),
  ];
};

/** An object with a value at a path. */
export const withField = (path: string, value: unknown, body: Record<string, unknown> = {}): typeof body => {
  const [first = '', ...rest] = path.split('.');
  const inside = body[first];
  const given = typeof inside === 'object' && inside !== null ? { ...inside } : {};
  return { ...body, [first]: rest.length === 0 ? value : withField(rest.join('.'), value, given) };
};

/** The most processor time of a request, in milliseconds: 50 on a quiet machine, and room for a busy one. */
const MOST = 250;

/**
 * Does something up to three times, until it takes less than `MOST` of processor time; `isSlow` when it never does. One time
 * says nothing: the collector of garbage runs when it likes, and other programs slow this one down.
 */
export const bounded = async <Result>(act: () => Promise<Result>): Promise<readonly [Result, isSlow: boolean]> => {
  for (let left = 2; ; left -= 1) {
    const before = process.cpuUsage();
    const result = await act();
    const { user, system } = process.cpuUsage(before);
    const isSlow = (user + system) / 1000 > MOST;
    if (!isSlow || left === 0) return [result, isSlow];
  }
};
