import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';

/**
 * The maximum number of steps that reading a text may take: what the parser tries at a place of a line, and what it makes. Steps do not
 * depend on the machine, so that a text that was stored is shown everywhere. An article of 100,000 characters takes some
 * 50,000; the costliest text that is taken is read and shown in some 30 ms.
 */
export const MOST_STEPS = 80_000;
/** A page shows several short texts, which together may not take much longer than one article. Dense tables take 6. */
const STEPS_OF_CHARACTER = 6;
const STEPS_OF_ANY_TEXT = 5000;
/** A quote and a list take one level each, an item of a list another one. */
export const MOST_LEVELS = 40;
/** No text of a link or name of a reference is longer. The parser compares names by all their letters. */
const MOST_LABEL = 1000;

export class TooCostly extends Error {}

/** The steps of a text. */
interface Count {
  spent: number;
  readonly most: number;
}

/** The steps of the text that is read now. */
let count: Count = { spent: 0, most: 0 };

/** How many steps a text of a length may take. */
export const stepsFor = (length: number): number =>
  Math.min(MOST_STEPS, STEPS_OF_ANY_TEXT + STEPS_OF_CHARACTER * length);

/** @returns a function that goes on counting after other texts were read */
export const startCounting = (length: number): (() => void) => {
  const own: Count = { spent: 0, most: stepsFor(length) };
  count = own;
  return () => {
    count = own;
  };
};

export const stepsSpent = (): number => count.spent;

/** @throws TooCostly once a text has taken more than it may */
export const spend = (steps: number): void => {
  count.spent += steps;
  if (count.spent > count.most) throw new TooCostly('the text takes too long to read');
};

type Rule<State, Rest extends unknown[]> = (state: State, ...rest: Rest) => boolean;

/** Counts each time that the rules of a chain are tried: once for its first rule. */
const countRules = <State, Rest extends unknown[]>(
  ruler: { getRules: (chain: string) => Rule<State, Rest>[] },
  steps: number,
): void => {
  const chains = new Map<string, Rule<State, Rest>[]>();
  const rulesOf = ruler.getRules.bind(ruler);
  ruler.getRules = (chain) => {
    const known = chains.get(chain);
    if (known !== undefined) return known;
    const [first, ...others] = rulesOf(chain);
    if (first === undefined) return [];
    const counted: Rule<State, Rest> = (state, ...rest) => {
      spend(steps);
      return first(state, ...rest);
    };
    chains.set(chain, [counted, ...others]);
    return [counted, ...others];
  };
};

/** The parser, which throws TooCostly where a text takes too many steps. */
export const boundedParser = (): Parser => {
  const parser = new MarkdownIt({ html: false, linkify: false, maxNesting: 60 });
  // What shows a text decides where its links may lead.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  parser.normalizeLinkText = (text) => text;
  const { block, inline, helpers } = parser;
  countRules(block.ruler, 3);
  countRules(inline.ruler, 1);
  const { State: BlockState } = block;
  block.State = class extends BlockState {
    override push(...given: Parameters<InstanceType<typeof BlockState>['push']>) {
      spend(3);
      return super.push(...given);
    }
  };
  const { State: InlineState } = inline;
  inline.State = class extends InlineState {
    override push(...given: Parameters<InstanceType<typeof InlineState>['push']>) {
      spend(3);
      return super.push(...given);
    }
  };
  const readBlocks = block.tokenize.bind(block);
  block.tokenize = (state, start, end) => {
    if (state.level >= MOST_LEVELS) throw new TooCostly('the text has too many levels');
    readBlocks(state, start, end);
  };
  const skip = inline.skipToken.bind(inline);
  inline.skipToken = (state) => {
    spend(1);
    skip(state);
  };
  const { parseLinkLabel } = helpers;
  parser.helpers = {
    ...helpers,
    parseLinkLabel: (state, start, disableNested) => {
      const end = parseLinkLabel(state, start, disableNested);
      if (end < 0) return end;
      spend(1 + ((end - start) >> 4));
      return end - start > MOST_LABEL ? -1 : end;
    },
  };
  return parser;
};
