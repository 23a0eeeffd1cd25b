import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export const receiptQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['receipt', paymentId],
    queryFn: () => send(client.GET('/manage/payments/{id}/receipt', { params: { path: { id: paymentId } } })),
  });

/** The receipt that follows from a payment is made within this time, ms. */
const FOLLOWS_MS = 300_000;
/** How often it is asked for: it is made a moment after the payment. */
const TRIES = 4;
const AGAIN_MS = 1_000;

type Message = Schemas['Message'];

/** The email with the receipt of a payment that went automatically; null where there is none. */
export const mailedReceiptQuery = (clientId: string, paidAt: string) =>
  queryOptions({
    queryKey: ['messages', 'receipt', clientId, paidAt],
    queryFn: async (): Promise<Message | null> => {
      const { data } = await send(
        client.GET('/manage/messages', { params: { query: { client_id: clientId, limit: 50 } } }),
      );
      const isOfPayment = ({ kind, status, createdAt }: Message): boolean => {
        const after = Date.parse(createdAt) - Date.parse(paidAt);
        return kind === 'receipt' && (status === 'scheduled' || status === 'sent') && after >= 0 && after < FOLLOWS_MS;
      };
      return data.findLast(isOfPayment) ?? null;
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.toEmail == null && dataUpdateCount < TRIES ? AGAIN_MS : false,
  });
