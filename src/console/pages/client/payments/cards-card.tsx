import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Client } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { cardName, openCardPage, type SavedCard, useCards } from '../../../parts/desk/cards.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError, LoadError, useErrorText } from '../../../ui/notices/errors.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { say, sayWithUndo } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { RemoveCard } from './remove-card.tsx';
import { useRenewing } from './renewing.ts';

/** The last month of a card, and whether it is over. */
const useEnd = () => {
  const t = useText();
  return ({ expMonth, expYear }: SavedCard['card']): string => {
    if (expMonth === null || expYear === null) return '';
    const month = `${String(expMonth).padStart(2, '0')}/${expYear}`;
    const isOver = Date.UTC(expYear, expMonth, 1) <= nowMs();
    return t(isOver ? 'cards.over' : 'cards.ends', { month });
  };
};

/** Makes a card the default, with what that means, and the way back to the card before it. */
const useDefault = (clientId: string, cards: readonly SavedCard[]) => {
  const t = useText();
  const textOf = useErrorText();
  const { list } = useFormats();
  const refresh = useRefreshClient();
  const { byDefault } = useRenewing(clientId);
  const before = cards.find(({ isDefault }) => isDefault);
  const choose = (card: SavedCard) =>
    send(
      client.POST('/manage/clients/{id}/payment-methods/{methodId}/default', {
        params: { path: { id: clientId, methodId: card.id }, header: idempotencyKey() },
      }),
    );
  return useMutation({
    mutationFn: choose,
    onSuccess: (_done, card) => {
      const plans = byDefault.map(({ name }) => name);
      const text = t('cards.isDefaultNow', { card: cardName(card), count: plans.length, plans: list(plans) });
      if (before === undefined) return say(text);
      sayWithUndo(text, () => {
        choose(before).then(
          () => {
            say(t('cards.isDefaultAgain', { card: cardName(before) }));
            void refresh();
          },
          (error: unknown) => say(textOf(error)),
        );
      });
    },
    onSettled: refresh,
  });
};

/** The saved cards of a client: which is the default, what renews by each, and what may be done with it. */
export const CardsCard = ({ client: { id, firstName }, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const { list } = useFormats();
  const endOf = useEnd();
  const cards = useCards(id);
  const renewing = useRenewing(id);
  const makeDefault = useDefault(id, cards.data ?? []);
  const [removing, setRemoving] = useState<SavedCard>();
  return (
    <section className="card" aria-labelledby="client-cards">
      <header>
        <h2 id="client-cards">{t('cards.title')}</h2>
        <span className="push" />
        {canChange && (
          <Button variant="quiet" size="small" onPress={() => openCardPage(id)} icon={Plus}>
            {t('sell.newCard')}
          </Button>
        )}
      </header>
      <div className="body stack">
        {cards.isError && <LoadError error={cards.error} onRetry={() => void cards.refetch()} />}
        {cards.isPending && <SkeletonRows />}
        {cards.data?.length === 0 && <p className="quiet">{t('cards.none', { name: firstName })}</p>}
        {cards.data?.map((card) => {
          const plans = renewing.by(card).map(({ name }) => name);
          return (
            <article key={card.id} className="pack" aria-label={cardName(card)}>
              <div className="spread">
                <b className="strong">{cardName(card)}</b>
                {card.isDefault && <Pill tone="brand">{t('cards.isDefault')}</Pill>}
              </div>
              <div className="spread">
                <p className="small quiet">
                  {endOf(card.card)}
                  {plans.length > 0 && ` ${t('cards.renews', { plans: list(plans), count: plans.length })}`}
                </p>
                {canChange && (
                  <MenuTrigger>
                    <Button
                      variant="quiet"
                      size="small"
                      iconOnly
                      aria-label={t('cards.actions', { card: cardName(card) })}
                      isPending={makeDefault.isPending && makeDefault.variables === card}
                      icon={Ellipsis}
                    />
                    <Popover className="popover" placement="bottom end">
                      <Menu
                        className="menu"
                        onAction={(act) => (act === 'default' ? makeDefault.mutate(card) : setRemoving(card))}
                      >
                        {!card.isDefault && <MenuItem id="default">{t('cards.makeDefault')}</MenuItem>}
                        <MenuItem id="remove">{t('cards.remove')}</MenuItem>
                      </Menu>
                    </Popover>
                  </MenuTrigger>
                )}
              </div>
            </article>
          );
        })}
        <ActionError error={makeDefault.error} isLine />
      </div>
      {removing !== undefined && (
        <RemoveCard
          clientId={id}
          name={firstName}
          card={removing}
          others={(cards.data ?? []).filter((each) => each.id !== removing.id)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
};
