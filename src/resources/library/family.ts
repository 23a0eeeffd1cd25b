import type { Family } from '../family.ts';
import { libraryOperations } from './operations.ts';
import { viewContent } from './status.ts';

export const library = {
  operations: [libraryOperations],
  reactions: (reactions) => ({ contentViewed: viewContent(reactions) }),
} satisfies Family;
