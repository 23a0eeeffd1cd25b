import { ProcessorFailure } from '../port.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

/**
 * Every record of a list, page by page.
 * @throws ProcessorFailure when the processor says that there are more, and its page has none that is new: asking would never end.
 */
export async function* everyOf<Row extends { readonly id: string }>(
  pageAfter: (after: { starting_after?: string }) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  const seen = new Set<string>();
  for (let last: string | undefined; ; ) {
    const { data, has_more: hasMore } = await pageAfter(last === undefined ? {} : { starting_after: last });
    const before = seen.size;
    for (const row of data) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      yield row;
    }
    if (!hasMore) return;
    if (seen.size === before) {
      throw new ProcessorFailure('unexpected', 'A list of the processor does not go on: it sends nothing new.');
    }
    last = data.at(-1)?.id;
  }
}
