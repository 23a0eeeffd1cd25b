import type { Family } from '../family.ts';
import { oauthClientOperations } from './operations.ts';

export const oauthClients = {
  operations: [oauthClientOperations],
} satisfies Family;
