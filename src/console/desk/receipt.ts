import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../api/client.ts';

/** The receipt of a payment. */
export const receiptQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['receipt', paymentId],
    queryFn: () => send(client.GET('/manage/payments/{id}/receipt', { params: { path: { id: paymentId } } })),
  });
