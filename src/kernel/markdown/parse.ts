import { lazily } from '../lazily.ts';
import { boundedParser, startCounting, TooCostly } from './budget.ts';
import type { Block } from './nodes.ts';
import { blocksOf } from './tree.ts';

const parser = lazily(boundedParser);

/** What Markdown says; undefined where reading it takes too many steps, so that it is shown as it was typed. */
export const parseMarkdown = (text: string): readonly Block[] | undefined => {
  try {
    startCounting(text.length);
    return blocksOf(parser().parse(text, {}));
  } catch (error) {
    if (error instanceof TooCostly) return undefined;
    throw error;
  }
};
