import { useQuery } from '@tanstack/react-query';
import { type Package, packagesQuery } from '../../../parts/client/queries.ts';
import type { SavedCard } from '../../../parts/desk/cards.ts';

const renews = ({ autoRenews, status }: Package): boolean =>
  autoRenews && (status === 'active' || status === 'depleted');

/** The packages of a client that renew, by the card that they are charged to. */
export const useRenewing = (clientId: string) => {
  const { data = [] } = useQuery(packagesQuery(clientId));
  const all = data.filter(renews);
  const byDefault = all.filter(({ paymentMethodId }) => paymentMethodId === null);
  /** The packages that name a card. */
  const boundTo = ({ id }: SavedCard): Package[] => all.filter(({ paymentMethodId }) => paymentMethodId === id);
  return {
    boundTo,
    /** The packages that name no card: they are charged to the default. */
    byDefault,
    /** All that renew by a card. */
    by: (card: SavedCard): Package[] => [...boundTo(card), ...(card.isDefault ? byDefault : [])],
  };
};
