import type { ReactNode } from 'react';
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { DetailsFields } from '../../class-page/details-fields.tsx';
import { LinkFields } from '../../class-terms/link-fields.tsx';
import { termsProblems } from '../../class-terms/terms.ts';
import { TermsFields } from '../../class-terms/terms-fields.tsx';
import { useMadeElsewhere } from '../../edit/made-elsewhere.ts';
import { useFormats } from '../../formats.ts';
import { useCan } from '../../session.ts';
import { useSite } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import { DAYS, dayName } from '../../weekdays.ts';
import { useInstructors } from './queries.ts';
import type { ScheduleForm } from './rule.ts';

interface ScheduleFieldsProps {
  readonly siteId: string;
  readonly form: ScheduleForm;
  readonly onChange: (form: ScheduleForm) => void;
  readonly problems: Partial<Record<keyof ScheduleForm, string>>;
  /** The field of the picture. */
  readonly picture: ReactNode;
  /** The form of the schedule as it is; absent for a new one. */
  readonly before?: ScheduleForm | undefined;
}

/** The weekdays of a rule. */
const Days = ({ form, onChange }: Pick<ScheduleFieldsProps, 'form' | 'onChange'>) => {
  const t = useText();
  const { locale } = useFormats();
  return (
    <CheckboxGroup
      className="field"
      value={[...form.days]}
      onChange={(days) => onChange({ ...form, days: DAYS.filter((day) => days.includes(day)) })}
    >
      <Label className="label">{t('timetable.days')}</Label>
      <div className="daydays">
        {DAYS.map((day) => (
          <Checkbox key={day} value={day} className="dayday">
            <span aria-hidden="true">{dayName(day, locale, 'narrow')}</span>
            <span className="visually-hidden">{dayName(day, locale, 'long')}</span>
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
};

/** The fields of a schedule. A field that differs from what it was says what it was. */
export const ScheduleFields = ({ siteId, form, onChange, problems, picture, before }: ScheduleFieldsProps) => {
  const t = useText();
  const { rooms } = useSite();
  const mayChooseWho = useCan()('staff:read');
  const instructors = useInstructors();
  const set = (field: keyof ScheduleForm) => (value: string | boolean) => onChange({ ...form, [field]: value });
  const { wallTime } = useFormats();
  const was = (field: keyof ScheduleForm): string | undefined => {
    if (before === undefined || before[field] === form[field]) return undefined;
    const value = String(before[field]);
    if (value === '') return undefined;
    return t('timetable.was', { value: field === 'startTime' ? wallTime(value) : value });
  };
  const elsewhere = useMadeElsewhere();
  const seatsIn = (name: string): string => String(rooms.find((room) => room.name === name)?.capacity ?? '');
  /** As many seats as there is room, unless somebody has said otherwise. */
  const chooseRoom = (roomName: string): void => {
    const isOwn = form.capacity !== '' && form.capacity !== seatsIn(form.roomName);
    onChange({ ...form, roomName, ...(isOwn || seatsIn(roomName) === '' ? {} : { capacity: seatsIn(roomName) }) });
  };
  const nobody = { id: '', name: t('timetable.nobody') };
  const people = (instructors.data ?? []).map(({ id, displayName, firstName, lastName }) => ({
    id,
    name: displayName ?? `${firstName} ${lastName}`,
  }));
  const setTerms = (terms: ScheduleForm['terms']): void => onChange({ ...form, terms });
  const wrongTerms = problems.terms === undefined ? {} : termsProblems(form.terms, t);
  const places = rooms.map(({ name }) => ({ id: name, name }));
  const own = form.roomName === '' || places.some(({ id }) => id === form.roomName) ? [] : [form.roomName];
  return (
    <div className="card">
      <div className="body stack" data-gap="wide">
        <Field
          label={t('timetable.name')}
          value={form.name}
          onChange={set('name')}
          error={problems.name}
          hint={was('name')}
        />
        <Days form={form} onChange={onChange} />
        <div className="fields">
          <TimeField
            label={t('timetable.starts')}
            value={form.startTime}
            onChange={set('startTime')}
            error={problems.startTime}
            hint={was('startTime')}
          />
          <Field
            label={t('timetable.minutes')}
            inputMode="numeric"
            value={form.minutes}
            onChange={set('minutes')}
            error={problems.minutes}
            hint={was('minutes')}
          />
          <Field
            label={t('timetable.seats')}
            inputMode="numeric"
            value={form.capacity}
            onChange={set('capacity')}
            error={problems.capacity}
            hint={was('capacity') ?? t('timetable.seatsHint')}
          />
          <Field
            label={t('timetable.weeks')}
            inputMode="numeric"
            value={form.interval}
            onChange={set('interval')}
            hint={was('interval') ?? t('timetable.weeksHint')}
          />
          {mayChooseWho && (
            <Select
              label={t('timetable.instructor')}
              choices={[nobody, ...people, ...elsewhere.person]}
              value={form.instructorId}
              onChange={(id) => elsewhere.goTo(id) || set('instructorId')(id)}
            />
          )}
          <Select
            label={t('timetable.room')}
            choices={[
              { id: '', name: t('timetable.noRoom') },
              ...places,
              ...own.map((name) => ({ id: name, name })),
              ...elsewhere.room,
            ]}
            value={form.roomName}
            onChange={(name) => elsewhere.goTo(name) || chooseRoom(name)}
          />
          <DateField label={t('timetable.from')} value={form.from} onChange={set('from')} error={problems.from} />
          <DateField
            label={t('timetable.until')}
            value={form.until}
            onChange={set('until')}
            error={problems.until}
            hint={t('timetable.untilHint')}
          />
        </div>
        <LinkFields terms={form.terms} problems={wrongTerms} onChange={setTerms} />
        <TermsFields siteId={siteId} terms={form.terms} problems={wrongTerms} onChange={setTerms} repeats />
        <DetailsFields
          details={form.details}
          picture={picture}
          onChange={(details) => onChange({ ...form, details })}
        />
        {before !== undefined && (
          <>
            <RadioField
              label={t('timetable.modified')}
              value={form.overwriteModified ? 'change' : 'stay'}
              onChange={(id) => set('overwriteModified')(id === 'change')}
              choices={[
                { id: 'stay', label: t('timetable.modifiedStay') },
                { id: 'change', label: t('timetable.modifiedChange') },
              ]}
            />
            <RadioField
              label={t('timetable.removed')}
              value={form.keepRemoved ? 'keep' : 'cancel'}
              onChange={(id) => set('keepRemoved')(id === 'keep')}
              choices={[
                { id: 'cancel', label: t('timetable.removedCancel') },
                { id: 'keep', label: t('timetable.removedKeep') },
              ]}
            />
          </>
        )}
      </div>
    </div>
  );
};
