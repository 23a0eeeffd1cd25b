import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, idempotencyKey, send } from '../api/client.ts';
import { forgetTyping } from '../edit/typed.ts';
import { keepKioskToken } from '../kiosk/api.ts';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Refused } from '../ui/refused.tsx';
import { useSite } from './site.ts';

interface StartKioskProps {
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Makes this tablet a kiosk of the site. The person is signed out of it, so that nobody else is signed in here. */
export const StartKiosk = ({ onOpenChange }: StartKioskProps) => {
  const t = useText();
  const { id: siteId, name: siteName } = useSite();
  const [name, setName] = useState('');
  const [pin, setPin] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isPin = /^\d{4,8}$/.test(pin);
  const start = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim() === '' ? siteName : name, siteId, pin };
      const kiosk = await send(client.POST('/manage/kiosks', { params: { header: idempotencyKey() }, body }));
      keepKioskToken(kiosk.token);
      await send(client.POST('/manage/auth/sign-out'));
    },
    onSuccess: () => {
      forgetTyping();
      location.assign('/console/kiosk');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isPin) start.mutate();
  };
  return (
    <Dialog title={t('kiosk.start')} onClose={() => onOpenChange(false)}>
      <p className="quiet">{t('kiosk.startHint')}</p>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field label={t('kiosk.kioskName')} value={name} onChange={setName} placeholder={siteName} />
        <Field
          label={t('kiosk.pin')}
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={setPin}
          hint={t('kiosk.pinHint')}
          error={isChecked && !isPin ? t('kiosk.pinWrong') : undefined}
        />
        <Refused error={start.error} isLine />
        <div className="row">
          <Button type="submit" variant="primary" isPending={start.isPending}>
            {t('kiosk.startNow')}
          </Button>
          <Button onPress={() => onOpenChange(false)}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
