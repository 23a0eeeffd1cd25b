import { BoundedTexts } from '../bounded-texts.ts';
import { runInSlices } from '../slices.ts';
import type { Block } from './nodes.ts';

const reader = (): typeof import('./parse.ts') => require('./parse.ts');

/** Texts that were just stored, and those that are visited often, such as the rules of a challenge, are read once. */
const kept = new BoundedTexts<readonly Block[] | undefined>(500_000);

/** What Markdown says; undefined where reading it takes too many steps. */
export const knownMarkdown = (text: string): readonly Block[] | undefined =>
  kept.of(text, () => reader().parseMarkdown(text));

/** As `knownMarkdown`, while others are served. */
export const knownInSlices = async (text: string): Promise<readonly Block[] | undefined> => {
  if (kept.has(text)) return knownMarkdown(text);
  const blocks = await runInSlices(reader().readMarkdown(text));
  return kept.of(text, () => blocks);
};
