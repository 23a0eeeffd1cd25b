import type { Family } from '../family.ts';
import { purchaseApprovalOperations } from './member/approval-operations.ts';
import { purchaseOperations } from './member/operations.ts';
import { saleOperations } from './operations.ts';

export const sales = { operations: [saleOperations, purchaseOperations, purchaseApprovalOperations] } satisfies Family;
