import type { Tx } from '../../database/database.ts';
import { DISCOUNT_CODES } from '../demo-ids.ts';
import type { Family } from '../family.ts';
import { discountCodeOperations } from './operations.ts';
import { DiscountCode } from './record.ts';

const create = (tx: Tx): void => {
  const code = { code: 'WELCOME10', name: 'Welcome', percentOff: 10 };
  DiscountCode.rows.insert(tx, DiscountCode.make(tx, code, { id: DISCOUNT_CODES.welcome }));
};

export const discountCodes = {
  operations: [discountCodeOperations],
  examples: { create, records: [['A discount code, WELCOME10', DISCOUNT_CODES.welcome]] },
} satisfies Family;
