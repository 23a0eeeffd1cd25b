import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Client } from '../../../parts/client/queries.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Sets up a household with a client as its first adult. */
export const MakeHousehold = ({ person, onClose }: { person: Client; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const { id: clientId, firstName, lastName } = person;
  const [name, setName] = useState(lastName === '' ? firstName : lastName);
  const [isPayer, setPayer] = useState(true);
  const [hasAgreed, setAgreed] = useState(false);
  const make = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), members: [{ clientId, role: 'adult' as const, isPayer, hasAgreed }] };
      return send(client.POST('/manage/households', { params: { header: keyFor(body) }, body }));
    },
    onSuccess: () => {
      say(t('household.isMade'));
      onClose();
      void refresh('household');
    },
  });
  const problems = { name: name.trim() === '' ? t('household.nameMissing') : undefined };
  const form = useForm({ act: make, problems, submit: () => make.mutate() });
  return (
    <DialogForm form={form} title={t('household.setUp')} act={t('household.setUp')} onClose={onClose}>
      <Field
        {...form.field('name')}
        label={t('household.name')}
        hint={t('household.nameHint')}
        value={name}
        onChange={setName}
      />
      <CheckField label={t('household.paysFor')} isSelected={isPayer} onChange={setPayer} />
      <CheckField
        label={t('household.agrees', { name: firstName })}
        hint={t('household.agreesHint')}
        isSelected={hasAgreed}
        onChange={setAgreed}
      />
    </DialogForm>
  );
};
