import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { useRefreshAll } from '../../live/refresh.ts';
import { MIN_PASSWORD, useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { say } from '../../ui/toasts.tsx';
import { UserName } from '../../ui/user-name.tsx';

/** Another password. It ends the sessions of all other browsers. */
export const PasswordCard = () => {
  const t = useText();
  const headingId = useId();
  const refresh = useRefreshAll();
  const { staff } = useMe();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      send(client.POST('/manage/auth/password', { body: { currentPassword: current, newPassword: chosen } })),
    onSuccess: () => {
      setCurrent('');
      setChosen('');
      setChecked(false);
      say(t('account.passwordChanged'));
      void refresh();
    },
  });
  const isShort = [...chosen].length < MIN_PASSWORD;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (current !== '' && !isShort) change.mutate();
  };
  const { error } = change;
  const refused = (field: string): string | undefined => (error instanceof ApiError ? error.detail(field) : undefined);
  const isElsewhere =
    error !== null && refused('currentPassword') === undefined && refused('newPassword') === undefined;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('gate.password')}</h2>
      </header>
      <form className="body stack" data-gap="wide" onSubmit={submit} noValidate>
        <UserName value={staff.email} />
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={isChecked && current === '' ? t('setup.missing') : refused('currentPassword')}
        />
        <PasswordField
          label={t('account.newPassword')}
          autoComplete="new-password"
          value={chosen}
          onChange={setChosen}
          hint={t('setup.passwordHint')}
          error={isChecked && isShort ? t('setup.passwordShort') : refused('newPassword')}
        />
        {isElsewhere && <Refused error={error} isLine />}
        <div className="row" data-wrap="">
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {t('account.changePassword')}
          </Button>
          <span className="small quiet">{t('account.passwordEnds')}</span>
        </div>
      </form>
    </section>
  );
};
