import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import { cardName, type SavedCard, useCards } from './cards.ts';

/** A card that pays for a client; with the name of its owner where that is an adult of the household. */
export interface PayingCard extends SavedCard {
  readonly owner?: string;
}

/** The cards of the adults who pay for a client who is a dependant; none for anyone else. */
const payersQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'cards', 'payers'],
    queryFn: async (): Promise<PayingCard[]> => {
      const query = { client_id: clientId, limit: 1 };
      const [household] = (await send(client.GET('/manage/households', { params: { query } }))).data;
      const own = household?.members.find((member) => member.clientId === clientId);
      if (household === undefined || own?.role !== 'dependant') return [];
      const payers = household.members.filter(({ isPayer, name }) => isPayer && name !== null);
      const found = await Promise.all(
        payers.map(async ({ clientId: id, name }) => {
          const { data } = await send(client.GET('/manage/clients/{id}/payment-methods', { params: { path: { id } } }));
          return data.map((card) => ({ ...card, isDefault: false, owner: name ?? '' }));
        }),
      );
      return found.flat();
    },
  });

/** The cards that can pay for a client: their own, then those of the adults who pay for them. */
export const usePayingCards = (clientId: string | undefined) => {
  const own = useCards(clientId);
  const payers = useQuery({ ...payersQuery(clientId ?? ''), enabled: clientId !== undefined });
  const data: readonly PayingCard[] | undefined = own.data && [...own.data, ...(payers.data ?? [])];
  return { ...own, data };
};

/** What a card is called, with its owner where that is someone else. */
export const payingCardName = (card: PayingCard): string =>
  card.owner === undefined ? cardName(card) : `${cardName(card)}, ${card.owner}`;
