import { useMutation } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { cardName, type SavedCard } from '../../../parts/desk/cards.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { useRenewing } from './renewing.ts';

interface RemoveCardProps {
  readonly clientId: string;
  /** Whose card it is. */
  readonly name: string;
  readonly card: SavedCard;
  /** The cards that stay, the newest first after the default. */
  readonly others: readonly SavedCard[];
  readonly onClose: () => void;
}

/** Asks before a saved card is removed for good, with what that means for what renews by it. */
export const RemoveCard = ({ clientId, name, card, others, onClose }: RemoveCardProps) => {
  const t = useText();
  const can = useCan();
  const { list } = useFormats();
  const refresh = useRefreshClient();
  const { boundTo, byDefault } = useRenewing(clientId);
  const bound = boundTo(card);
  const [next] = others;
  const remove = useMutation({
    mutationFn: () =>
      send(
        client.DELETE('/manage/clients/{id}/payment-methods/{methodId}', {
          params: { path: { id: clientId, methodId: card.id } },
        }),
      ),
    onSuccess: () => {
      say(t('cards.removed', { card: cardName(card) }));
      onClose();
    },
    onSettled: refresh,
  });
  const rebind = useMutation({
    mutationFn: (paymentMethodId: string) =>
      Promise.all(
        bound.map(({ id }) =>
          send(client.PATCH('/manage/packages/{id}', { params: { path: { id } }, body: { paymentMethodId } })),
        ),
      ),
    onSettled: refresh,
  });
  const plans = (packages: readonly { readonly name: string }[]) => ({
    count: packages.length,
    plans: list(packages.map((each) => each.name)),
  });
  const isInUse = bound.length > 0;
  const mayRebind = next !== undefined && can('packages:adjust');
  const error = remove.error ?? rebind.error;
  return (
    <Dialog title={t('cards.removeTitle', { card: cardName(card) })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        {isInUse ? (
          <p>
            {t('cards.inUse', plans(bound))}{' '}
            {mayRebind ? t('cards.rebindFirst') : t(next === undefined ? 'cards.addFirst' : 'cards.askFirst')}
          </p>
        ) : (
          <>
            <p>{t('cards.removeText', { card: cardName(card), name })}</p>
            {card.isDefault && (
              <p className="quiet">
                {next === undefined
                  ? t('cards.noneLeft', plans(byDefault))
                  : t('cards.nextDefault', { card: cardName(next), ...plans(byDefault) })}
              </p>
            )}
          </>
        )}
        <ActionError error={error} />
        <div className="row" data-wrap="">
          {!isInUse && (
            <Button variant="danger" autoFocus isPending={remove.isPending} onPress={() => remove.mutate()}>
              {t('cards.removeAct', { card: cardName(card) })}
            </Button>
          )}
          {isInUse && mayRebind && (
            <Button variant="primary" autoFocus isPending={rebind.isPending} onPress={() => rebind.mutate(next.id)}>
              {t('cards.rebind', { card: cardName(next) })}
            </Button>
          )}
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
