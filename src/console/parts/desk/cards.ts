import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wayName } from '../../../kernel/way-names.ts';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { channelOf } from '../../base/storage.ts';
import { useRefresh } from '../../live/refresh.ts';

export type SavedCard = Schemas['PaymentMethod'];

/** On which the page for a new card says that a card of a client was saved. */
const CARDS_CHANNEL = 'studiod-cards';

/** Opens the page for a card, the only page that may reach the processor. */
export const openCardPage = (clientId: string): void => {
  window.open(`/cards/add#client=${clientId}`, 'studiod-card', 'popup,width=480,height=720');
};

/** The saved cards of a client, the default card first, then the newest. */
const cardsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'cards'],
    queryFn: async () => {
      const path = { id: clientId };
      const { data } = await send(client.GET('/manage/clients/{id}/payment-methods', { params: { path } }));
      return data.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
    },
  });

/** The saved cards of a client, with those that the page for a new card saves meanwhile. */
export const useCards = (clientId: string | undefined) => {
  const refresh = useRefresh();
  useEffect(() => {
    const channel = channelOf(CARDS_CHANNEL);
    channel.onmessage = () => void refresh('payment_method');
    return () => channel.close();
  }, [refresh]);
  return useQuery({ ...cardsQuery(clientId ?? ''), enabled: clientId !== undefined });
};

/** What a card is called: Visa 4242. */
export const cardName = ({ card, type }: Pick<SavedCard, 'card' | 'type'>): string => wayName({ ...card, type });
