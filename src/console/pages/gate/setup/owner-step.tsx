import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { MIN_PASSWORD } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import type { StepProps } from './answers.ts';

/** The first step: who the owner is. */
export const OwnerStep = ({ answers, error, onKeep, onNext }: StepProps) => {
  const t = useText();
  const { owner } = answers;
  const [isChecked, setChecked] = useState(false);
  const set = (field: keyof typeof owner) => (value: string) => onKeep({ owner: { ...owner, [field]: value } });
  const refused = (field: string): string | undefined =>
    error instanceof ApiError ? error.detail(`owner.${field}`) : undefined;
  const missing = (field: keyof typeof owner): string | undefined =>
    isChecked && owner[field].trim() === '' ? t('setup.missing') : refused(field);
  const isShort = [...owner.password].length < MIN_PASSWORD;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(owner).every((value) => value.trim() !== '') && !isShort) onNext({ owner });
  };
  return (
    <>
      <h1>{t('setup.youTitle')}</h1>
      <p className="quiet">{t('setup.youHint')}</p>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <div className="fields">
          <Field
            label={t('setup.firstName')}
            autoComplete="given-name"
            value={owner.firstName}
            onChange={set('firstName')}
            error={missing('firstName')}
          />
          <Field
            label={t('setup.lastName')}
            autoComplete="family-name"
            value={owner.lastName}
            onChange={set('lastName')}
            error={missing('lastName')}
          />
        </div>
        <Field
          label={t('gate.email')}
          type="email"
          autoComplete="username"
          value={owner.email}
          onChange={set('email')}
          error={missing('email')}
        />
        <PasswordField
          label={t('gate.password')}
          autoComplete="new-password"
          value={owner.password}
          onChange={set('password')}
          hint={t('setup.passwordHint')}
          error={isChecked && isShort ? t('setup.passwordShort') : refused('password')}
        />
        <div className="spread">
          <span />
          <Button type="submit" variant="primary" size="large">
            {t('setup.goOn')}
          </Button>
        </div>
      </form>
    </>
  );
};
