import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { isEmail } from '../../email.ts';
import { useCan } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { focusField } from '../../ui/focus-field.ts';
import { RadioField } from '../../ui/radio-field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { type InvitationWithLink, ROLES, type Role } from './queries.ts';
import { SitesField } from './sites-field.tsx';
import { ROLE_HINTS, ROLE_WORDS } from './words.ts';

interface InviteDialogProps {
  readonly onInvited: (made: InvitationWithLink) => void;
  readonly onClose: () => void;
}

/** Invites somebody new, who becomes a staff member at once. */
export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const t = useText();
  const can = useCan();
  const queries = useQueryClient();
  const keyFor = useKeyFor();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState({ firstName: '', lastName: '', email: '', sites: '' });
  const [role, setRole] = useState<Role>('front_desk');
  const [isChecked, setChecked] = useState(false);
  const invite = useMutation({
    mutationFn: () => {
      const { firstName, lastName, email, sites } = fields;
      const siteIds = sites.split(',').filter((id) => id !== '');
      const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), role, siteIds };
      const body = { person };
      return send(client.POST('/manage/staff/invitations', { params: { header: keyFor(body) }, body }));
    },
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      onInvited(made);
    },
  });
  const refusal = invite.error instanceof ApiError ? invite.error : undefined;
  const problems = {
    firstName: fields.firstName.trim() === '' ? t('clients.firstNameMissing') : undefined,
    lastName: fields.lastName.trim() === '' ? t('clients.lastNameMissing') : undefined,
    email: isEmail(fields.email) ? undefined : t('clients.emailWrong'),
  };
  const refusalOf = (name: string): string | undefined => refusal?.detail(name) ?? refusal?.detail(`person.${name}`);
  const errorOf = (name: keyof typeof problems): string | undefined =>
    (isChecked ? problems[name] : undefined) ?? refusalOf(name);
  const set = (name: keyof typeof fields) => (value: string) => {
    if (invite.isError) invite.reset();
    setFields({ ...fields, [name]: value });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const [first] = Object.entries(problems).find(([, problem]) => problem !== undefined) ?? [];
    if (first === undefined) invite.mutate();
    else focusField(form.current, first);
  };
  const isNamed = ['firstName', 'lastName', 'email', 'siteIds'].some((name) => refusalOf(name) !== undefined);
  const roles = ROLES.filter((each) => each !== 'owner' || can('staff:write_owners'));
  return (
    <Dialog title={t('staff.inviteTitle')} onClose={onClose}>
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
          hint={t('staff.emailHint')}
          error={errorOf('email')}
          autoComplete="off"
        />
        <RadioField
          label={t('staff.role')}
          value={role}
          choices={roles.map((id) => ({ id, label: t(ROLE_WORDS[id]), hint: t(ROLE_HINTS[id]) }))}
          onChange={setRole}
        />
        <SitesField
          label={t('plans.sites')}
          hint={t('plans.sitesHint')}
          value={fields.sites}
          onChange={set('sites')}
          error={refusalOf('siteIds')}
        />
        {refusal !== undefined && !isNamed && <Refused error={refusal} />}
        <div className="row">
          <Button type="submit" variant="primary" isPending={invite.isPending}>
            {t('staff.inviteAct')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
