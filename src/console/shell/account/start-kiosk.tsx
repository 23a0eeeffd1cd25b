import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { keepKioskToken } from '../../kiosk/api.ts';
import { useSite } from '../../session/session.ts';
import { Field } from '../../ui/fields/field.tsx';
import { forgetTyping } from '../../ui/keys/typed.ts';

interface StartKioskProps {
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Makes this tablet a kiosk of the site. The person is signed out of it, so that no one else is signed in here. */
export const StartKiosk = ({ onOpenChange }: StartKioskProps) => {
  const t = useText();
  const { id: siteId, name: siteName } = useSite();
  const keyFor = useKeyFor();
  const [name, setName] = useState('');
  const [pin, setPin] = useState('');
  const start = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim() === '' ? siteName : name, siteId, pin };
      const kiosk = await send(client.POST('/manage/kiosks', { params: { header: keyFor(body) }, body }));
      keepKioskToken(kiosk.token);
      await send(client.POST('/manage/auth/sign-out'));
    },
    onSuccess: () => {
      forgetTyping();
      location.assign('/console/kiosk');
    },
  });
  const form = useForm({
    act: start,
    problems: { pin: /^\d{4,8}$/.test(pin) ? undefined : t('kiosk.pinWrong') },
    submit: () => start.mutate(),
  });
  return (
    <DialogForm form={form} title={t('kiosk.start')} act={t('kiosk.startNow')} onClose={() => onOpenChange(false)}>
      <p className="quiet">{t('kiosk.startHint')}</p>
      <Field label={t('kiosk.kioskName')} value={name} onChange={setName} placeholder={siteName} />
      <Field
        label={t('kiosk.pin')}
        inputMode="numeric"
        autoComplete="off"
        value={pin}
        onChange={setPin}
        hint={t('kiosk.pinHint')}
        {...form.field('pin')}
      />
    </DialogForm>
  );
};
