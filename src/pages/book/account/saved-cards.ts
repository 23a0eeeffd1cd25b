import type { ApiItem } from '../api-operations.ts';
import type { MemberVisit } from '../visit.ts';
import { MOST } from './parts.ts';

export type Card = ApiItem<'listPaymentMethods'>;

export const cardsOf = async ({ callApi }: MemberVisit): Promise<readonly Card[]> =>
  (await callApi('listPaymentMethods', { query: { limit: MOST } })).data;
