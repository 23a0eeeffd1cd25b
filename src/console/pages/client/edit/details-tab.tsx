import type { ReactNode } from 'react';
import { LANGUAGE_NAMES } from '../../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../../texts/made/languages.ts';
import { EditForm } from '../../../edit/edit-form.tsx';
import type { Edit } from '../../../edit/use-edit.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCountryChoices } from '../../../ui/place-choices.ts';
import { type Choice, Select } from '../../../ui/select.tsx';
import { say } from '../../../ui/toasts.tsx';
import { WAIVER_WORDS } from '../../clients/filter-chips.tsx';
import { WAIVERS } from '../../clients/filters.ts';
import { CustomProperties } from './custom-properties.tsx';
import { GENDER_WORDS, useFieldWords, VISIBILITY_WORDS } from './field-words.ts';
import { useClientEdit, type Version } from './use-edit.ts';
import { WaiverDate } from './waiver-date.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card details-part" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body fields">{children}</div>
  </section>
);

interface OneProps {
  readonly edit: Edit;
  readonly path: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly wide?: boolean;
  /** What follows from a change. */
  readonly note?: string | undefined;
}

/** A field of the form. Once it is changed, it says what was there before. */
const One = ({ edit, path, type = 'text', wide = false, note }: OneProps) => {
  const t = useText();
  const { nameOf, shownOf } = useFieldWords();
  const isChanged = path in edit.changed;
  const before = isChanged ? t('edit.before', { value: shownOf(path, edit.base[path] ?? '') }) : undefined;
  const own = {
    name: path,
    label: nameOf(path),
    value: edit.draft[path] ?? '',
    onChange: (value: string) => edit.set(path, value),
    error: edit.error?.detail(path),
    hint: [before, note].filter(Boolean).join(' ') || undefined,
  };
  return (
    <div data-wide={wide ? '' : undefined} data-changed={isChanged ? '' : undefined} className="one">
      {type === 'date' ? <DateField {...own} /> : <Field {...own} type={type} autoComplete="off" />}
    </div>
  );
};

/** A field of the form that takes one of some choices. What it is and is not among them stays one. */
const OneOf = ({ edit, path, choices }: { edit: Edit; path: string; choices: readonly Choice[] }) => {
  const t = useText();
  const { nameOf, shownOf } = useFieldWords();
  const isChanged = path in edit.changed;
  const own = edit.base[path] ?? '';
  const all = choices.some(({ id }) => id === own) ? choices : [...choices, { id: own, name: shownOf(path, own) }];
  return (
    <div data-changed={isChanged ? '' : undefined} className="one">
      <Select
        label={nameOf(path)}
        choices={all}
        value={edit.draft[path] ?? ''}
        onChange={(id) => edit.set(path, id)}
        {...(isChanged ? { hint: t('edit.before', { value: shownOf(path, own) }) } : {})}
      />
    </div>
  );
};

const Consent = ({ edit, path }: { edit: Edit; path: string }) => {
  const { nameOf } = useFieldWords();
  return (
    <CheckField
      label={nameOf(path)}
      isSelected={edit.draft[path] === 'yes'}
      onChange={(isSelected) => edit.set(path, isSelected ? 'yes' : 'no')}
    />
  );
};

/** Everything that is known of a client, to change. Only what was changed is sent. */
export const DetailsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const { sites } = useMe();
  const words = useFieldWords();
  const { nameOf } = words;
  const edit = useClientEdit(version, () => say(t('laterWords.saved')));
  const countries = useCountryChoices(t('client.nothing'));
  const none = { id: '', name: t('client.nothing') };
  const genders = Object.entries(GENDER_WORDS).map(([id, word]) => ({ id, name: t(word) }));
  const languages = MEMBER_LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }));
  const mayChangeSignIn = useCan()('clients:change_sign_in');
  const signsOut = 'email' in edit.changed ? t('client.emailSignsOut') : undefined;
  const emailNote = mayChangeSignIn ? signsOut : t('client.emailOfMember');
  return (
    <EditForm
      edit={edit}
      words={words}
      className="details"
      problem={() => ['firstName', 'lastName'].find((path) => edit.draft[path]?.trim() === '')}
    >
      <Part title={t('client.partPerson')}>
        <One edit={edit} path="firstName" />
        <One edit={edit} path="lastName" />
        <One edit={edit} path="dateOfBirth" type="date" />
        <OneOf edit={edit} path="gender" choices={[none, ...genders]} />
        {sites.length > 1 && (
          <Select
            label={nameOf('homeLocationId')}
            choices={sites}
            value={edit.draft.homeLocationId ?? ''}
            onChange={(id) => edit.set('homeLocationId', id)}
          />
        )}
        <One edit={edit} path="leadSource" />
      </Part>
      <Part title={t('client.partContact')}>
        <One edit={edit} path="email" type="email" note={emailNote} />
        <One edit={edit} path="phone" type="tel" />
        <One edit={edit} path="address.line1" wide />
        <One edit={edit} path="address.line2" wide />
        <One edit={edit} path="address.postalCode" />
        <One edit={edit} path="address.city" />
        <One edit={edit} path="address.state" />
        <OneOf edit={edit} path="address.country" choices={countries} />
      </Part>
      <Part title={t('client.partEmergency')}>
        <One edit={edit} path="emergencyContact.name" />
        <One edit={edit} path="emergencyContact.relationship" />
        <One edit={edit} path="emergencyContact.phone" type="tel" />
        <One edit={edit} path="emergencyContact.email" type="email" />
      </Part>
      <Part title={t('clients.waiver')}>
        <Select
          label={nameOf('waiver.status')}
          choices={WAIVERS.map((id) => ({ id, name: t(WAIVER_WORDS[id]) }))}
          value={edit.draft['waiver.status'] ?? 'none'}
          onChange={(id) => edit.set('waiver.status', id)}
        />
        <One edit={edit} path="waiver.version" />
        <WaiverDate edit={edit} />
      </Part>
      <Part title={t('client.partConsent')}>
        <div className="stack" data-wide="">
          <Consent edit={edit} path="marketingConsent.email" />
          <Consent edit={edit} path="marketingConsent.sms" />
          <Consent edit={edit} path="marketingConsent.push" />
        </div>
        <Select
          label={nameOf('leaderboardVisibility')}
          choices={(['visible', 'initials', 'hidden'] as const).map((id) => ({ id, name: t(VISIBILITY_WORDS[id]) }))}
          value={edit.draft.leaderboardVisibility ?? 'initials'}
          onChange={(id) => edit.set('leaderboardVisibility', id)}
        />
        <OneOf edit={edit} path="preferredLocale" choices={[none, ...languages]} />
      </Part>
      <Part title={t('client.partCard')}>
        <One edit={edit} path="barcode" />
        <One edit={edit} path="fobNumber" />
      </Part>
      <Part title={t('client.partNotes')}>
        <div data-wide="" className="one" data-changed={'notes' in edit.changed ? '' : undefined}>
          <AreaField
            label={nameOf('notes')}
            hint={t('client.notesHint')}
            value={edit.draft.notes ?? ''}
            onChange={(text) => edit.set('notes', text)}
          />
        </div>
      </Part>
      <CustomProperties edit={edit} />
    </EditForm>
  );
};
