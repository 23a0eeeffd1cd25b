// What concerns a dependant goes to the adults of the household (rules.md "Households").

import type { Read } from '../../../database/database.ts';
import { adultsFor } from '../../households/queries.ts';
import { PaymentMethod } from '../../payment-methods/record.ts';
import { kindOf } from '../kinds.ts';
import type { MessageRow } from '../record.ts';
import type { NewMessage } from '../schedule.ts';

/** The dependant whom a message to an adult is about; undefined for a message about its reader. */
export const dependantOf = ({ data }: Pick<MessageRow, 'data'>): string | undefined => {
  const { forClientId }: { readonly forClientId?: string } = JSON.parse(data);
  return forClientId;
};

/** A message, and the same for each adult who acts for the client it goes to. */
export const withAdults = (read: Read, message: NewMessage): readonly NewMessage[] => {
  const { kind, clientId, sourceId, data } = message;
  if (clientId === undefined || kindOf(kind).isForAdults !== true) return [message];
  const forAdults = adultsFor(read, clientId).map((adult) => ({
    ...message,
    clientId: adult.id,
    data: { ...data, forClientId: clientId },
    // One event may concern several people of a household. A reminder is about a booking, which is one person's.
    sourceId: kind === 'booking_reminder' ? sourceId : `${sourceId} ${clientId}`,
  }));
  return [message, ...forAdults];
};

/** Whether the reader of a message about a dependant is still an adult of their household. */
export const isStillFor = (read: Read, row: Pick<MessageRow, 'clientId' | 'data'>): boolean => {
  const dependantId = dependantOf(row);
  return dependantId === undefined || adultsFor(read, dependantId).some(({ id }) => id === row.clientId);
};

/** The card of a payment as far as its reader may see it: that of another adult of the household is not shown. */
export const shownCard = <Card extends { readonly paymentMethodId?: string | null }>(
  read: Read,
  row: Pick<MessageRow, 'clientId' | 'data'>,
  card: Card | null,
): Card | null => {
  if (card === null || dependantOf(row) === undefined) return card;
  const method = PaymentMethod.rows.find(read, card.paymentMethodId ?? '');
  return method?.clientId === row.clientId ? card : null;
};
