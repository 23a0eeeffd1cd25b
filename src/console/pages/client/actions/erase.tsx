import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { NamedDialog } from '../../../parts/client/named-dialog.tsx';
import type { Client } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Asks before the personal data of a client is erased, which cannot be undone. */
export const EraseClient = ({ client: person, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const { money } = useFormats();
  const { id, fullName: name, accountBalance } = person;
  const refresh = useRefreshClient();
  const [writesOff, setWritesOff] = useState(false);
  const erase = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/clients/{id}/erase', {
          params: { path: { id }, header: idempotencyKey() },
          body: writesOff ? { writeOffDebts: true } : {},
        }),
      ),
    onSuccess: () => {
      say(t('client.erased'));
      void refresh();
      onClose();
    },
  });
  return (
    <NamedDialog
      title={t('client.eraseTitle', { name })}
      name={name}
      act={t('client.eraseAct')}
      error={erase.error}
      isPending={erase.isPending}
      onAct={() => erase.mutate()}
      onClose={onClose}
    >
      <p>{t('client.eraseText')}</p>
      <p className="quiet">{t('client.eraseKeeps')}</p>
      <p className="quiet">{t('client.eraseFreeText')}</p>
      {accountBalance.amount < 0 && (
        <CheckField
          label={t('client.eraseDebts', { amount: money(-accountBalance.amount, accountBalance.currency) })}
          isSelected={writesOff}
          onChange={setWritesOff}
        />
      )}
    </NamedDialog>
  );
};
