import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { Gate } from './gate.tsx';
import { GateError } from './gate-error.tsx';

interface ForgottenProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onBack: () => void;
}

/** Asks for an email with a link for a new password. It says the same whether or not someone has the email. */
export const Forgotten = ({ email, onEmail, onBack }: ForgottenProps) => {
  const t = useText();
  const ask = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/password-reset', { body: { email } })),
  });
  const form = useForm({ act: ask, submit: () => ask.mutate() });
  return (
    <Gate>
      <h1>{t('gate.newTitle')}</h1>
      {ask.isSuccess ? (
        <div className="notice" data-tone="positive" role="status">
          <Icon of={MailCheck} />
          <div className="text">{t('gate.linkSent')}</div>
        </div>
      ) : (
        <Form form={form}>
          <p className="quiet">{t('gate.newHint')}</p>
          <Field
            label={t('gate.email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={onEmail}
            isRequired
          />
          <Button type="submit" variant="primary" size="large" wide isPending={ask.isPending}>
            {t('gate.sendLink')}
          </Button>
          <GateError error={ask.error} />
        </Form>
      )}
      <Button className="link small" onPress={onBack}>
        {t('gate.backToSignIn')}
      </Button>
    </Gate>
  );
};
