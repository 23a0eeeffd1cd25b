import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { NamedDialog } from '../../../parts/client/named-dialog.tsx';
import { type Client, type Household, householdQuery } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Whether no adult stays with dependants once a client is gone. */
const isLastAdult = (household: Household | null, id: string): boolean => {
  const others = household?.members.filter(({ clientId }) => clientId !== id) ?? [];
  return others.length > 0 && others.every(({ role }) => role === 'dependant');
};

/** Asks before the personal data of a client is erased, which cannot be undone. */
export const EraseClient = ({ client: person, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const { money } = useFormats();
  const { id, fullName: name, accountBalance } = person;
  const refresh = useRefreshClient();
  const [writesOff, setWritesOff] = useState(false);
  const [dependants, setDependants] = useState<'keep' | 'release'>('keep');
  const { data: household = null } = useQuery(householdQuery(id));
  const leaves = isLastAdult(household, id);
  const erase = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/clients/{id}/erase', {
          params: { path: { id }, header: idempotencyKey() },
          body: { ...(writesOff ? { writeOffDebts: true } : {}), ...(leaves ? { dependants } : {}) },
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
      {leaves && (
        <RadioField
          label={t('household.dependantsTitle')}
          value={dependants}
          choices={[
            { id: 'keep', label: t('household.dependantsKeep') },
            { id: 'release', label: t('household.dependantsRelease') },
          ]}
          onChange={setDependants}
        />
      )}
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
