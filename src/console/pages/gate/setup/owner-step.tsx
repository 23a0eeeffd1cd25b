import { ApiError } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { Form, useForm } from '../../../forms/form.tsx';
import { MIN_PASSWORD } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/fields/field.tsx';
import type { StepProps } from './answers.ts';

/** The first step: who the owner is. */
export const OwnerStep = ({ answers, error, onKeep, onNext }: StepProps) => {
  const t = useText();
  const { owner } = answers;
  const set = (field: keyof typeof owner) => (value: string) => onKeep({ owner: { ...owner, [field]: value } });
  const missing = (field: keyof typeof owner): string | undefined =>
    owner[field].trim() === '' ? t('setup.missing') : undefined;
  const form = useForm({
    act: { error, isPending: false },
    problems: {
      firstName: missing('firstName'),
      lastName: missing('lastName'),
      email: missing('email'),
      password: [...owner.password].length < MIN_PASSWORD ? t('setup.passwordShort') : missing('password'),
    },
    refusalOf: (field) => (error instanceof ApiError ? error.detail(`owner.${field}`) : undefined),
    submit: () => onNext({ owner }),
  });
  return (
    <>
      <h1>{t('setup.youTitle')}</h1>
      <p className="quiet">{t('setup.youHint')}</p>
      <Form form={form}>
        <div className="fields">
          <Field
            label={t('setup.firstName')}
            autoComplete="given-name"
            value={owner.firstName}
            onChange={set('firstName')}
            {...form.field('firstName')}
          />
          <Field
            label={t('setup.lastName')}
            autoComplete="family-name"
            value={owner.lastName}
            onChange={set('lastName')}
            {...form.field('lastName')}
          />
        </div>
        <Field
          label={t('gate.email')}
          type="email"
          autoComplete="username"
          value={owner.email}
          onChange={set('email')}
          {...form.field('email')}
        />
        <PasswordField
          label={t('gate.password')}
          autoComplete="new-password"
          value={owner.password}
          onChange={set('password')}
          hint={t('setup.passwordHint')}
          {...form.field('password')}
        />
        <div className="spread">
          <span />
          <Button type="submit" variant="primary" size="large">
            {t('setup.goOn')}
          </Button>
        </div>
      </Form>
    </>
  );
};
