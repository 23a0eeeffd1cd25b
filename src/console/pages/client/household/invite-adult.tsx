import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Household } from '../../../parts/client/queries.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Invites an adult by email, who accepts in their own account. */
export const InviteAdult = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/households/{id}/invitations', {
          params: { path: { id: household.id }, header: keyFor(email) },
          body: { email },
        }),
      ),
    onSuccess: () => {
      say(t('household.invited', { email }));
      onClose();
      void refresh('household');
    },
  });
  const form = useForm({ act: invite, fields: ['email'], blamed: 'email', submit: () => invite.mutate() });
  return (
    <DialogForm form={form} title={t('household.inviteTitle')} act={t('household.sendInvitation')} onClose={onClose}>
      <p className="quiet">{t('household.inviteText')}</p>
      <Field {...form.field('email')} label={t('household.email')} type="email" value={email} onChange={setEmail} />
    </DialogForm>
  );
};
