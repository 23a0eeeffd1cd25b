import type { ResponseOf } from '../../../records/record.ts';
import type { PaymentMethod } from '../../../resources/payment-methods/record.ts';
import type { MemberVisit } from '../visit.ts';
import { type ListOf, MOST } from './parts.ts';

export const METHODS = '/public-api/v2/member/payments/methods';

export type Card = ResponseOf<typeof PaymentMethod>;

export const cardsOf = async ({ ask }: MemberVisit): Promise<readonly Card[]> =>
  (await ask<ListOf<Card>>('GET', METHODS, { query: { limit: MOST } })).data;
