import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { UserName } from '../../forms/password/user-name.tsx';
import { useRefreshAll } from '../../live/refresh.ts';
import { MIN_PASSWORD, useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/field.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';

/** Another password. It ends the sessions of all other browsers. */
export const PasswordCard = () => {
  const t = useText();
  const headingId = useId();
  const refresh = useRefreshAll();
  const { staff } = useMe();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const change = useMutation({
    mutationFn: () =>
      send(client.POST('/manage/auth/password', { body: { currentPassword: current, newPassword: chosen } })),
    onSuccess: () => {
      setCurrent('');
      setChosen('');
      form.begin();
      say(t('account.passwordChanged'));
      void refresh();
    },
  });
  const form = useForm({
    act: change,
    problems: {
      currentPassword: current === '' ? t('setup.missing') : undefined,
      newPassword: [...chosen].length < MIN_PASSWORD ? t('setup.passwordShort') : undefined,
    },
    submit: () => change.mutate(),
  });
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('gate.password')}</h2>
      </header>
      <Form form={form} className="body stack" data-gap="wide">
        <UserName value={staff.email} />
        <PasswordField
          {...form.field('currentPassword')}
          label={t('account.currentPassword')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <PasswordField
          {...form.field('newPassword')}
          label={t('account.newPassword')}
          autoComplete="new-password"
          value={chosen}
          onChange={setChosen}
          hint={t('setup.passwordHint')}
        />
        <ActionError error={form.refused} isLine />
        <div className="row" data-wrap="">
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {t('account.changePassword')}
          </Button>
          <span className="small quiet">{t('account.passwordEnds')}</span>
        </div>
      </Form>
    </section>
  );
};
