import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { MOST_LEVELS, spend, TooCostly } from './budget.ts';

/** No text of a link or name of a reference is longer. The parser compares names by all their letters. */
const MOST_LABEL = 1000;

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
