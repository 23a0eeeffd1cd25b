import type { Family } from '../family.ts';
import { apiKeyOperations } from './operations.ts';

export const apiKeys = {
  operations: [apiKeyOperations],
} satisfies Family;
