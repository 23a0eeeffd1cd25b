import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { TextKey } from '../../../texts/translate.ts';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { ConflictView } from '../../edit/conflict-view.tsx';
import type { Fields } from '../../edit/fields.ts';
import { useEdit } from '../../edit/use-edit.ts';
import { isEmail } from '../../email.ts';
import { useCan, useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { AreaField } from '../../ui/area-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { focusField } from '../../ui/focus-field.ts';
import { RadioField } from '../../ui/radio-field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { say } from '../../ui/toasts.tsx';

import { type Person, personQuery, ROLES } from './queries.ts';
import { SitesField } from './sites-field.tsx';
import { useCovers } from './use-covers.ts';
import { nameOf, ROLE_HINTS, ROLE_WORDS, useSiteNames } from './words.ts';

const NAMES: Readonly<Record<string, TextKey>> = {
  firstName: 'clients.firstName',
  lastName: 'clients.lastName',
  displayName: 'staff.displayName',
  email: 'clients.email',
  phone: 'clients.phone',
  bio: 'staff.bio',
  role: 'staff.role',
  siteIds: 'plans.sites',
  isInstructor: 'staff.teaches',
};

const fieldsOf = (person: Person): Fields => ({
  firstName: person.firstName,
  lastName: person.lastName,
  displayName: person.displayName ?? '',
  email: person.email,
  phone: person.phone ?? '',
  bio: person.bio ?? '',
  role: person.role,
  siteIds: person.siteIds.toSorted().join(','),
  isInstructor: person.isInstructor ? 'yes' : '',
});

/** What is changed of a person, as the interface takes it. */
const patchOf = (changed: Fields): object =>
  Object.fromEntries(
    Object.entries(changed).map(([path, value]): [string, unknown] => {
      if (path === 'siteIds') return [path, value.split(',').filter((id) => id !== '')];
      if (path === 'isInstructor') return [path, value === 'yes'];
      return [path, value.trim() === '' ? null : value.trim()];
    }),
  );

/** The name, the role and the sites of a person, to change. Nobody changes their own role. */
export const EditPerson = ({ version, onClose }: { version: Tagged<Person>; onClose: () => void }) => {
  const t = useText();
  const can = useCan();
  const { staff } = useMe();
  const siteNames = useSiteNames();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const { id, role } = version.data;
  const query = personQuery(id);
  const edit = useEdit<Tagged<Person>>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) =>
      sendTagged(
        client.PATCH('/v2/staff/{id}', {
          params: { path: { id }, ...(over.etag === null ? {} : { header: { 'If-Match': over.etag } }) },
          body: patchOf(changed),
        }),
      ),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['staff'] });
      void queries.invalidateQueries({ queryKey: ['instructors'] });
      say(t('laterWords.saved'));
      onClose();
    },
  });
  const words = {
    nameOf: (path: string) => t(NAMES[path] ?? 'clients.name'),
    shownOf: (path: string, value: string): string => {
      const known = ROLES.find((each) => path === 'role' && each === value);
      if (known !== undefined) return t(ROLE_WORDS[known]);
      if (path === 'siteIds') return siteNames(value.split(',').filter((each) => each !== ''));
      if (path === 'isInstructor') return t(value === 'yes' ? 'client.yes' : 'client.no');
      return value === '' ? t('client.nothing') : value;
    },
  };
  const { draft, changed, error } = edit;
  const problems: Partial<Record<string, string>> = {
    ...(draft.firstName?.trim() === '' ? { firstName: t('clients.firstNameMissing') } : {}),
    ...(draft.lastName?.trim() === '' ? { lastName: t('clients.lastNameMissing') } : {}),
    ...(isEmail(draft.email ?? '') ? {} : { email: t('clients.emailWrong') }),
  };
  const of = (path: string) => ({
    name: path,
    label: t(NAMES[path] ?? 'clients.name'),
    value: draft[path] ?? '',
    onChange: (value: string) => edit.set(path, value),
    error: (isChecked ? problems[path] : undefined) ?? error?.detail(path),
    hint: path in changed ? t('edit.before', { value: words.shownOf(path, edit.base[path] ?? '') }) : undefined,
    autoComplete: 'off',
  });
  const isNamed = Object.keys(NAMES).some((path) => error?.detail(path) !== undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const [first] = Object.keys(problems);
    if (first !== undefined) focusField(form.current, first);
    else if (Object.keys(changed).length === 0) onClose();
    else edit.save();
  };
  const isSelf = id === staff.id;
  const mayDecide = useCovers(version.data);
  const roles = ROLES.filter((each) => each !== 'owner' || can('staff:write_owners'));
  return (
    <Dialog title={t('staff.editTitle', { name: nameOf(version.data) })} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <div className="fields">
          <Field {...of('firstName')} autoFocus />
          <Field {...of('lastName')} />
        </div>
        <Field {...of('displayName')} />
        {mayDecide && <Field {...of('email')} type="email" />}
        <Field {...of('phone')} type="tel" />
        {!mayDecide && <p className="quiet">{t('staff.mayMore', { name: nameOf(version.data) })}</p>}
        {mayDecide && isSelf && (
          <div className="field">
            <span className="label">{t('staff.role')}</span>
            <span>{t(ROLE_WORDS[role])}</span>
            <span className="hint">{t('staff.ownRole')}</span>
          </div>
        )}
        {mayDecide && !isSelf && (
          <RadioField
            label={t('staff.role')}
            value={ROLES.find((each) => each === draft.role) ?? role}
            choices={roles.map((each) => ({ id: each, label: t(ROLE_WORDS[each]), hint: t(ROLE_HINTS[each]) }))}
            onChange={(value) => edit.set('role', value)}
          />
        )}
        {'role' in changed && <p className="small quiet">{t('staff.roleChanges')}</p>}
        {mayDecide && (
          <SitesField
            label={t('plans.sites')}
            hint={t('plans.sitesHint')}
            value={draft.siteIds ?? ''}
            onChange={(value) => edit.set('siteIds', value)}
            error={error?.detail('siteIds')}
          />
        )}
        <SwitchField
          label={t('staff.teaches')}
          hint={t('staff.teachesHint')}
          isSelected={draft.isInstructor === 'yes'}
          onChange={(isSelected) => edit.set('isInstructor', isSelected ? 'yes' : '')}
        />
        {draft.isInstructor === 'yes' && (
          <AreaField {...of('bio')} hint={of('bio').hint ?? t('staff.bioHint')} maxLength={5000} />
        )}
        {error !== undefined && !isNamed && <Refused error={error} />}
        {edit.conflict === undefined ? (
          <div className="row">
            <Button type="submit" variant="primary" isPending={edit.isPending}>
              {t('laterWords.save')}
            </Button>
            <Button onPress={onClose}>{t('words.cancel')}</Button>
          </div>
        ) : (
          <ConflictView edit={edit} words={words} />
        )}
      </form>
    </Dialog>
  );
};
