/** A form of a count: `one`, `other`, or `=0` for a number, and what is shown for it. */
export interface CountForm {
  readonly key: string;
  readonly said: Sentence;
}

/** What is in a sentence: words, a value such as the first name, a count with its forms, or the number inside of a form. */
export type Segment =
  | string
  | { readonly kind: 'value'; readonly name: string; readonly isNumber: boolean }
  | { readonly kind: 'count'; readonly name: string; readonly forms: readonly CountForm[] }
  | { readonly kind: 'number' };

/** What is shown in one case, without branches. */
export type Sentence = readonly Segment[];

/** A sentence, or a choice between cases of a value with a sentence for each. */
export type Variants = Sentence | Choice;

export interface Choice {
  readonly name: string;
  readonly cases: readonly { readonly key: string; readonly inner: Variants }[];
}

/** Which cases of which values a sentence is for: `{ canceling: 'late', lateCost: 'desk' }`. */
export type Case = Readonly<Record<string, string>>;

/** A sentence with the case in which it is shown. */
export interface Row {
  readonly when: Case;
  readonly said: Sentence;
}

export const isChoice = (variants: Variants): variants is Choice => 'cases' in variants;

/** A sentence whose words stand together. */
export const joined = (segments: readonly Segment[]): Sentence => {
  const all: Segment[] = [];
  for (const segment of segments) {
    const last = all.at(-1);
    if (segment === '') continue;
    if (typeof segment === 'string' && typeof last === 'string') all[all.length - 1] = last + segment;
    else all.push(segment);
  }
  return all;
};
