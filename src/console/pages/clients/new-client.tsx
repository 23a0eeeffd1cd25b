import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { isEmail } from '../../email.ts';
import { useMe } from '../../session.ts';
import { useSite } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { focusField } from '../../ui/focus-field.ts';
import { Refused } from '../../ui/refused.tsx';
import { Select } from '../../ui/select.tsx';
import { say } from '../../ui/toasts.tsx';
import { EmailHeld } from './email-held.tsx';
import type { Client } from './queries.ts';

interface NewClientProps {
  /** What was looked for: the name, the email or the phone number of the new client. */
  readonly text?: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** What a search text says of a new client. */
const startOf = (text: string) => {
  const given = { firstName: '', lastName: '', email: '', phone: '' };
  if (text.includes('@')) return { ...given, email: text };
  if (/^[\d\s()+/-]{4,}$/.test(text)) return { ...given, phone: text };
  const [firstName = '', ...rest] = text.split(/\s+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { ...given, firstName, lastName: rest.join(' ') };
};

/** Adds a client. An email that another client has leads to that client. */
export const NewClient = ({ text = '', onOpen, onClose }: NewClientProps) => {
  const t = useText();
  const queries = useQueryClient();
  const { sites } = useMe();
  const site = useSite();
  const [fields, setFields] = useState(() => ({ ...startOf(text.trim()), homeLocationId: site.id }));
  const [isChecked, setChecked] = useState(false);
  const keyFor = useKeyFor();
  const form = useRef<HTMLFormElement>(null);
  const create = useMutation({
    mutationFn: (): Promise<Client> => {
      const { email, phone, ...rest } = fields;
      const body = { ...rest, ...(phone.trim() === '' ? {} : { phone: phone.trim() }) };
      const header = keyFor(fields);
      return email.trim() === ''
        ? send(client.POST('/manage/clients', { params: { header }, body }))
        : send(client.POST('/v2/clients', { params: { header }, body: { ...body, email: email.trim() } }));
    },
    onSuccess: ({ id, fullName }) => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      say(t('clients.added', { name: fullName }));
      onClose();
      onOpen(id);
    },
  });
  const refusal = create.error instanceof ApiError ? create.error : undefined;
  const held = refusal?.details.find(({ code }) => code === 'client_email_exists');
  const set = (name: keyof typeof fields) => (value: string) => {
    if (name === 'email' && held !== undefined) create.reset();
    setFields({ ...fields, [name]: value });
  };
  const problems = {
    firstName: fields.firstName.trim() === '' ? t('clients.firstNameMissing') : undefined,
    lastName: fields.lastName.trim() === '' ? t('clients.lastNameMissing') : undefined,
    email: fields.email.trim() === '' || isEmail(fields.email) ? undefined : t('clients.emailWrong'),
    phone: undefined,
  };
  const errorOf = (name: keyof typeof problems): string | undefined =>
    (isChecked ? problems[name] : undefined) ?? (held === undefined ? refusal?.detail(name) : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const [first] = Object.entries(problems).find(([, problem]) => problem !== undefined) ?? [];
    if (first === undefined) create.mutate();
    else focusField(form.current, first);
  };
  const isNamed = refusal !== undefined && Object.keys(problems).some((name) => refusal.detail(name) !== undefined);
  return (
    <Dialog title={t('clients.newTitle')} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <div className="fields">
          <Field
            name="firstName"
            label={t('clients.firstName')}
            value={fields.firstName}
            onChange={set('firstName')}
            error={errorOf('firstName')}
            autoComplete="off"
            autoFocus
          />
          <Field
            name="lastName"
            label={t('clients.lastName')}
            value={fields.lastName}
            onChange={set('lastName')}
            error={errorOf('lastName')}
            autoComplete="off"
          />
        </div>
        <Field
          name="email"
          label={t('clients.email')}
          type="email"
          value={fields.email}
          onChange={set('email')}
          hint={t('clients.emailHint')}
          error={errorOf('email')}
          autoComplete="off"
        />
        {held?.clientId !== undefined && (
          <EmailHeld
            clientId={held.clientId}
            onOpen={(id) => {
              onClose();
              onOpen(id);
            }}
          />
        )}
        <Field
          name="phone"
          label={t('clients.phone')}
          type="tel"
          value={fields.phone}
          onChange={set('phone')}
          error={errorOf('phone')}
          autoComplete="off"
        />
        {sites.length > 1 && (
          <Select
            label={t('clients.homeSite')}
            choices={sites}
            value={fields.homeLocationId}
            onChange={set('homeLocationId')}
          />
        )}
        {refusal !== undefined && held === undefined && !isNamed && <Refused error={refusal} />}
        <div className="row">
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t('clients.add')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
