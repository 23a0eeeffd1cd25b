import { knownMarkdown } from '../../src/kernel/markdown/kept.ts';
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

/** The longest that a request may keep the event loop, in milliseconds of processor time. */
const MOST_MS = 50;

const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Does something while the event loop turns. The longest time between two turns is how long nobody else was served. It counts what this
 * thread works, so that other programs and the threads of the collector and the compiler are not in it.
 */
const heldLongest = async <Result>(act: () => Promise<Result>): Promise<readonly [Result, milliseconds: number]> => {
  let longest = 0;
  let last = threadTime();
  let isOver = false;
  const look = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const turn = (): void => {
    look();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await act();
  look();
  isOver = true;
  return [result, longest];
};

/** More than is kept of what texts of Markdown say, so that a page reads them again. */
const OTHER = 'a'.repeat(500_001);

/**
 * Does something up to four times, until it keeps the event loop for no more than `MOST_MS`; `slow` says for how long at least where it
 * never does. One time says nothing: the collector of garbage runs when it likes, and what is done first is not compiled yet. Nothing that
 * one time has read helps the next one; `act` gets the number of those before it, to send another text.
 */
export const bounded = async <Result>(
  act: (tried: number) => Promise<Result>,
): Promise<readonly [Result, slow: string]> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; ; tried += 1) {
    knownMarkdown(OTHER);
    const [result, held] = await heldLongest(() => act(tried));
    least = Math.min(least, held);
    if (least <= MOST_MS || tried === 3) return [result, least <= MOST_MS ? '' : ` held ${Math.round(least)} ms`];
  }
};
