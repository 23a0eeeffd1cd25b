import { type CountForm, joined, type Segment, type Sentence } from './model.ts';

/** Words, spaces and signs: forms of a count share whole words or none. */
const TOKENS = /[\p{L}\p{M}\p{N}’'-]+|\s+|./gu;

/** In longer forms no words are looked for that they share: the work grows with the cube of it. */
const MOST_TOKENS = 80;

/** So few words in a row are no reason to cut a count in two. */
const FEWEST_WORDS = 2;

const tokensOf = (said: Sentence): Segment[] =>
  said.flatMap((segment): Segment[] => (typeof segment === 'string' ? (segment.match(TOKENS) ?? []) : [segment]));

const isSame = (one: Segment | undefined, other: Segment | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  // The number of a count is shown inside of its forms alone.
  JSON.stringify(one) === JSON.stringify(other) &&
  !(typeof one === 'object' && one.kind === 'number');

const isWord = (token: Segment): boolean => typeof token !== 'string' || /[\p{L}\p{N}]/u.test(token);

interface Run {
  readonly length: number;
  /** Where it begins in each form. */
  readonly starts: readonly number[];
}

const placeOf = (run: readonly Segment[], tokens: readonly Segment[]): number =>
  tokens.findIndex((_, start) => run.every((token, index) => isSame(token, tokens[start + index])));

/** Whether what is before and behind a run is shown in all forms or in none: a count never says nothing in one of them. */
const leavesWords = (forms: readonly (readonly Segment[])[], starts: readonly number[], length: number): boolean => {
  const isEven = (lengths: readonly number[]): boolean =>
    lengths.every((each) => each > 0) || lengths.every((each) => each === 0);
  return isEven(starts) && isEven(forms.map((tokens, index) => tokens.length - (starts[index] ?? 0) - length));
};

/** The longest run of words that all forms have. */
const longestRun = ([first = [], ...others]: readonly (readonly Segment[])[]): Run | undefined => {
  if (first.length > MOST_TOKENS || others.some(({ length }) => length > MOST_TOKENS)) return undefined;
  for (let length = first.length - 1; length > 0; length -= 1) {
    for (let start = 0; start + length <= first.length; start += 1) {
      const run = first.slice(start, start + length);
      const words = run.filter(isWord);
      if (words.length < FEWEST_WORDS && !words.some((word) => typeof word !== 'string')) continue;
      const starts = others.map((tokens) => placeOf(run, tokens));
      const all = [start, ...starts];
      if (starts.every((each) => each >= 0) && leavesWords([first, ...others], all, length))
        return { length, starts: all };
    }
  }
  return undefined;
};

const countOf = (name: string, keys: readonly string[], forms: readonly (readonly Segment[])[]): Segment[] => {
  if (forms.every(({ length }) => length === 0)) return [];
  const run = longestRun(forms);
  if (run !== undefined) {
    const { length, starts } = run;
    const at = (index: number): number => starts[index] ?? 0;
    return [
      ...countOf(
        name,
        keys,
        forms.map((tokens, index) => tokens.slice(0, at(index))),
      ),
      ...(forms[0]?.slice(at(0), at(0) + length) ?? []),
      ...countOf(
        name,
        keys,
        forms.map((tokens, index) => tokens.slice(at(index) + length)),
      ),
    ];
  }
  const own = forms.map((tokens, index) => ({ key: keys[index] ?? 'other', said: joined(tokens) }));
  return [{ kind: 'count', name, forms: own }];
};

/** How many tokens all forms have in common, from the start. */
const shared = (forms: readonly (readonly Segment[])[]): number => {
  const [first = []] = forms;
  let count = 0;
  while (count < first.length && forms.every((tokens) => isSame(first[count], tokens[count]))) count += 1;
  return count;
};

const reversed = (forms: readonly (readonly Segment[])[]): Segment[][] => forms.map((tokens) => tokens.toReversed());

/**
 * A sentence for each form of a count becomes one sentence, in which only what differs is a count: of "This uses one credit." and
 * "This uses # credits." the words "one credit" and "# credits".
 */
export const withCounts = (name: string, forms: readonly CountForm[]): Sentence => {
  const tokens = forms.map(({ said }) => tokensOf(said));
  const before = shared(tokens);
  const rest = tokens.map((each) => each.slice(before));
  const after = shared(reversed(rest));
  const inner = rest.map((each) => each.slice(0, each.length - after));
  const last = rest[0]?.slice(rest[0].length - after) ?? [];
  const keys = forms.map(({ key }) => key);
  return joined([...(tokens[0]?.slice(0, before) ?? []), ...countOf(name, keys, inner), ...last]);
};
