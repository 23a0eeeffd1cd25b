import type { Family } from '../family.ts';
import { settingsOperations } from './operations.ts';
import { paymentTestOperations } from './payment-test.ts';

export const settings = {
  operations: [settingsOperations, paymentTestOperations],
} satisfies Family;
