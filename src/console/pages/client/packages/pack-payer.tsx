import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import type { PackProps } from '../../../parts/client/pack-record.ts';
import type { Package } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { cardName } from '../../../parts/desk/cards.ts';
import { payingCardName, usePayingCards } from '../../../parts/desk/paying-cards.ts';
import { useZoneOf } from '../../../session/session.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

/** With which card a package renews, beside its period. */
export const Payer = ({ pack: { clientId, paymentMethodId } }: { pack: Package }) => {
  const t = useText();
  const { data = [] } = usePayingCards(clientId);
  const card = data.find(({ id }) => id === paymentMethodId);
  return card === undefined ? null : <p className="small quiet">{t('client.packCardIs', { card: cardName(card) })}</p>;
};

/** Chooses another card for the renewals of a package. */
export const ChangeCard = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const timezone = useZoneOf()(pack.siteId);
  const { date } = useFormats(timezone);
  const refresh = useRefreshClient();
  const { data, error, refetch } = usePayingCards(pack.clientId);
  const cards = data ?? [];
  const [chosen, setChosen] = useState(pack.paymentMethodId ?? '');
  const card = cards.find(({ id }) => id === chosen) ?? cards[0];
  const change = useMutation({
    mutationFn: (paymentMethodId: string) =>
      send(client.PATCH('/manage/packages/{id}', { params: { path: { id: pack.id } }, body: { paymentMethodId } })),
    onSuccess: ({ name }) => {
      if (card !== undefined) say(t('client.packCardChanged', { name, card: cardName(card) }));
      void refresh();
      onClose();
    },
  });
  const form = useForm({ act: change, submit: () => (card === undefined ? onClose() : change.mutate(card.id)) });
  return (
    <DialogForm
      form={form}
      title={t('client.packCardTitle', { name: pack.name })}
      act={t('client.packCardAct')}
      onClose={onClose}
    >
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && card === undefined && <p>{t('client.packCardNone')}</p>}
      {card !== undefined && (
        <Select
          label={t('client.packCardLabel')}
          choices={cards.map((each) => ({ id: each.id, name: payingCardName(each) }))}
          value={card.id}
          onChange={setChosen}
        />
      )}
      {pack.nextRenewalAt !== null && (
        <p className="quiet">{t('client.packCardHint', { date: date(pack.nextRenewalAt) })}</p>
      )}
    </DialogForm>
  );
};
