import { wayName } from '../../kernel/way-names.ts';
import type { ApiItem } from './api-operations.ts';

/** Visa 4242 */
export const cardName = wayName;

type Saved = Pick<ApiItem<'listPaymentMethods'>, 'card' | 'type'>;

/** The name of a saved card, or of an account. */
export const methodName = ({ type, card }: Saved): string => wayName({ ...card, type });

/** When a saved card expires, in words; '' for what does not. */
export const cardEnd = ({ card: { expMonth, expYear } }: Saved, words: (month: string) => string): string =>
  expMonth === null || expYear === null
    ? ''
    : words(`${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`);
