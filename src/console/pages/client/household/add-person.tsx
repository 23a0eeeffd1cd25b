import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { FindClient } from '../../../lists/filters/find-client.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Client, Household } from '../../../parts/client/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

const EMPTY = { firstName: '', lastName: '', dateOfBirth: '' };

/** Adds a new person, or a client, to a household. */
export const AddPerson = ({ household, onClose }: { household: Household; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const [kind, setKind] = useState<'new' | 'client'>('new');
  const [person, setPerson] = useState(EMPTY);
  const [chosen, setChosen] = useState<Client>();
  const [role, setRole] = useState<'adult' | 'dependant'>('dependant');
  const [isPayer, setPayer] = useState(false);
  const [hasAgreed, setAgreed] = useState(false);
  const isNew = kind === 'new';
  const isAdult = role === 'adult';
  const name = isNew ? person.firstName.trim() : (chosen?.firstName ?? '');
  const add = useMutation({
    mutationFn: () => {
      const { firstName, lastName, dateOfBirth } = person;
      const born = dateOfBirth === '' ? {} : { dateOfBirth };
      const who = isNew
        ? { client: { firstName: firstName.trim(), lastName: lastName.trim(), ...born } }
        : { clientId: chosen?.id ?? '' };
      const body = { ...who, role, hasAgreed, ...(isAdult ? { isPayer } : {}) };
      const params = { path: { id: household.id }, header: keyFor(body) };
      return send(client.POST('/manage/households/{id}/members', { params, body }));
    },
    onSuccess: () => {
      say(t('household.added', { name }));
      onClose();
      void refresh('household', 'client');
    },
  });
  const problems = {
    firstName: isNew && name === '' ? t('household.firstNameMissing') : undefined,
    clientId: !isNew && chosen === undefined ? t('household.chooseMissing') : undefined,
  };
  const form = useForm({ act: add, problems, submit: () => add.mutate() });
  const set = (change: Partial<typeof EMPTY>): void => setPerson({ ...person, ...change });
  return (
    <DialogForm
      form={form}
      title={t('household.addTitle', { household: household.name })}
      act={t('household.add')}
      onClose={onClose}
    >
      <RadioField
        label={t('household.kind')}
        value={kind}
        choices={[
          { id: 'new', label: t('household.newPerson') },
          { id: 'client', label: t('household.existing') },
        ]}
        onChange={setKind}
      />
      {isNew ? (
        <>
          <Field
            {...form.field('firstName')}
            label={t('household.firstName')}
            value={person.firstName}
            onChange={(firstName) => set({ firstName })}
          />
          <Field
            name="lastName"
            label={t('household.lastName')}
            value={person.lastName}
            onChange={(lastName) => set({ lastName })}
          />
          <DateField
            name="dateOfBirth"
            label={t('household.birthDate')}
            value={person.dateOfBirth}
            onChange={(dateOfBirth) => set({ dateOfBirth })}
          />
        </>
      ) : chosen === undefined ? (
        <>
          <FindClient
            label={t('household.find')}
            placeholder={t('merge.findHint')}
            more={t('merge.findMore')}
            nobody={(text) => t('merge.nobody', { text })}
            isOffered={({ id, archivedAt }) =>
              archivedAt === null && household.members.every(({ clientId }) => clientId !== id)
            }
            onChoose={setChosen}
          />
          {form.errorOf('clientId') !== undefined && <p className="error">{form.errorOf('clientId')}</p>}
        </>
      ) : (
        <div className="spread">
          <p>{t('household.chosen', { name: chosen.fullName })}</p>
          <Button size="small" onPress={() => setChosen(undefined)}>
            {t('household.find')}
          </Button>
        </div>
      )}
      <RadioField
        label={t('household.role')}
        value={role}
        choices={[
          { id: 'dependant', label: t('household.dependant') },
          { id: 'adult', label: t('household.adult') },
        ]}
        onChange={setRole}
      />
      {isAdult && <CheckField label={t('household.paysFor')} isSelected={isPayer} onChange={setPayer} />}
      {(isAdult || !isNew) && (
        <CheckField
          label={name === '' ? t('household.personAgrees') : t('household.agrees', { name })}
          hint={t('household.agreesHint')}
          isSelected={hasAgreed}
          onChange={setAgreed}
        />
      )}
    </DialogForm>
  );
};
