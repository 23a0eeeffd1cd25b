import { lazily } from '../lazily.ts';
import { boundedParser, startCounting, TooCostly } from './budget.ts';
import type { Block } from './nodes.ts';
import { blocksOf } from './tree.ts';

const parser = lazily(boundedParser);

/** Reads Markdown in steps, between which others may be read; undefined where it takes too many, so that it is shown as it was typed. */
export function* readMarkdown(text: string): Generator<void, readonly Block[] | undefined> {
  const goOn = startCounting(text.length);
  const { core } = parser();
  const state = new core.State(text, parser(), {});
  try {
    for (const rule of core.ruler.getRules('')) {
      rule(state);
      yield;
      goOn();
    }
    return blocksOf(state.tokens);
  } catch (error) {
    if (error instanceof TooCostly) return undefined;
    throw error;
  }
}

/** What Markdown says, read at once. */
export const parseMarkdown = (text: string): readonly Block[] | undefined => {
  const steps = readMarkdown(text);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};
