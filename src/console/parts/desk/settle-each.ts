/** What has become of each of several: with its result, or with why it failed. */
interface Settled<Item, Done> {
  readonly done: readonly { readonly item: Item; readonly result: Done }[];
  readonly refused: readonly { readonly item: Item; readonly error: unknown }[];
}

/** Does something with each, whatever becomes of the others. */
export const settleEach = async <Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Settled<Item, Done>> => {
  const done: { item: Item; result: Done }[] = [];
  const refused: { item: Item; error: unknown }[] = [];
  const settled = await Promise.allSettled(items.map(async (item) => ({ item, result: await work(item) })));
  for (const [index, item] of items.entries()) {
    const each = settled[index];
    if (each?.status === 'fulfilled') done.push(each.value);
    else refused.push({ item, error: each?.reason });
  }
  return { done, refused };
};
