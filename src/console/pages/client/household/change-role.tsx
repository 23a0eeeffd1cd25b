import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Household } from '../../../parts/client/queries.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

interface ChangeRoleProps {
  readonly household: Household;
  readonly member: Household['members'][number];
  readonly name: string;
  readonly onClose: () => void;
}

/** Makes an adult of a household a dependant, or the other way around, when the person has agreed. */
export const ChangeRole = ({ household, member: { clientId, role }, name, onClose }: ChangeRoleProps) => {
  const t = useText();
  const refresh = useRefresh();
  const [hasAgreed, setAgreed] = useState(false);
  const isAdult = role === 'adult';
  const act = useMutation({
    mutationFn: () =>
      send(
        client.PATCH('/manage/households/{id}/members/{clientId}', {
          params: { path: { id: household.id, clientId } },
          body: { role: isAdult ? 'dependant' : 'adult', hasAgreed },
        }),
      ),
    onSuccess: () => {
      say(t('household.changed'));
      onClose();
    },
    onSettled: () => void refresh('household', 'package'),
  });
  const form = useForm({ act, submit: () => act.mutate() });
  return (
    <DialogForm
      form={form}
      title={t(isAdult ? 'household.dependantTitle' : 'household.adultTitle', { name })}
      act={t(isAdult ? 'household.makeDependant' : 'household.makeAdult')}
      onClose={onClose}
    >
      <p>{t(isAdult ? 'household.dependantText' : 'household.adultText')}</p>
      <CheckField
        label={t('household.agrees', { name })}
        hint={t('household.agreesHint')}
        isSelected={hasAgreed}
        onChange={setAgreed}
      />
    </DialogForm>
  );
};
