import { expect, test } from 'bun:test';
import { ProcessorFailure } from '../../../src/payments-processor/port.ts';
import { everyOf } from '../../../src/payments-processor/stripe/lists.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

/** What a list gives, page by page, as `answer` says. */
const read = async (answer: (after: string | undefined) => Page) => {
  const asked: (string | undefined)[] = [];
  const ids: string[] = [];
  let failure: unknown;
  try {
    const pageAfter = async ({ starting_after: after }: { starting_after?: string }) => {
      asked.push(after);
      // A loop without an end fails here, and does not hang.
      if (asked.length > 10) throw new Error('asked too often');
      return answer(after);
    };
    for await (const { id } of everyOf(pageAfter)) ids.push(id);
  } catch (error) {
    failure = error;
  }
  return { asked, ids, failure };
};

test('every record, page by page', async () => {
  const answer = (after: string | undefined): Page =>
    after === undefined
      ? { data: [{ id: 'a' }, { id: 'b' }], has_more: true }
      : { data: [{ id: 'c' }], has_more: false };
  expect(await read(answer)).toEqual({ asked: [undefined, 'b'], ids: ['a', 'b', 'c'], failure: undefined });
});

test.each<[string, Page, string[], number]>([
  ['the same page again and again', { data: [{ id: 'a' }], has_more: true }, ['a'], 2],
  ['an empty page that says there are more', { data: [], has_more: true }, [], 1],
])('%s is an error that may be tried again', async (_, page, ids, requests) => {
  const { asked, failure, ...found } = await read(() => page);
  expect(found.ids).toEqual(ids);
  expect(asked).toHaveLength(requests);
  expect(failure).toBeInstanceOf(ProcessorFailure);
  expect(failure).toMatchObject({ kind: 'unexpected', retryable: true });
});
