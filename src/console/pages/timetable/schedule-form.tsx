import type { ReactNode } from 'react';
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { instructorName } from '../../base/instructor-name.ts';
import { useText } from '../../base/texts.tsx';
import { DAYS, type Day, dayName } from '../../base/time/weekdays.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { useMadeElsewhere } from '../../forms/edit/made-elsewhere.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import type { Held } from '../../forms/specs.ts';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { DetailsFields } from '../../parts/class-page/details-fields.tsx';
import { LINK } from '../../parts/class-terms/class-record.ts';
import { useRoomsOf } from '../../parts/class-terms/rooms.ts';
import { meaningOfNone, NONE } from '../../parts/class-terms/rules.ts';
import { withSeats } from '../../parts/class-terms/seats.ts';
import { TermsFields } from '../../parts/class-terms/terms-fields.tsx';
import { useInstructors } from '../../parts/timetable/queries.ts';
import { HOW, MAIN, type ScheduleDraft } from '../../parts/timetable/schedule-record.ts';
import { useCan } from '../../session/session.ts';

/** What the form of a schedule takes from its site: the choices, the seats of the rooms, and the words of what the page draws. */
export const useScheduleSite = (siteId: string, ownRoom: string | null = null) => {
  const t = useText();
  const { locale, list } = useFormats();
  const { rooms, choices } = useRoomsOf(siteId, ownRoom);
  const instructors = useInstructors();
  const elsewhere = useMadeElsewhere();
  const people = (instructors.data ?? []).map((each) => ({ id: each.id, name: instructorName(each) }));
  return {
    choices: { roomName: [...choices, ...elsewhere.room], instructorId: [...people, ...elsewhere.person] },
    after: (draft: ScheduleDraft, before: ScheduleDraft) => withSeats(rooms, draft, before),
    shown: (name: string, held: Held): string | undefined => {
      if (name === 'days' && Array.isArray(held) && held.length > 0)
        return list(DAYS.filter((day) => held.includes(day)).map((day) => dayName(day, locale, 'long')));
      const meaning = held === NONE ? meaningOfNone(name) : undefined;
      return meaning && t('classTerms.saysNothing', { meaning: t(meaning) });
    },
  };
};

interface DaysProps {
  readonly days: readonly Day[];
  readonly onChange: (days: readonly Day[]) => void;
}

/** The weekdays of a rule. */
const Days = ({ days, onChange }: DaysProps) => {
  const t = useText();
  const { locale } = useFormats();
  return (
    <CheckboxGroup
      className="field"
      value={[...days]}
      onChange={(chosen) => onChange(DAYS.filter((day) => chosen.includes(day)))}
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

interface ScheduleFieldsProps {
  readonly siteId: string;
  readonly form: RecordForm<ScheduleDraft>;
  readonly picture: ReactNode;
}

/** The fields of a schedule. A field that differs from what it was says what it was. */
export const ScheduleFields = ({ siteId, form: own, picture }: ScheduleFieldsProps) => {
  const mayChooseWho = useCan()('staff:read');
  const elsewhere = useMadeElsewhere();
  const form: RecordForm<ScheduleDraft> = {
    ...own,
    set: (name, held) => {
      if (typeof held !== 'string' || !elsewhere.goTo(held)) own.set(name, held);
    },
    // From when a change holds was nothing before.
    wasOf: (name) => (name === 'startDate' ? undefined : own.wasOf(name)),
  };
  return (
    <>
      <FormFields
        form={form}
        only={MAIN}
        without={mayChooseWho ? [] : ['instructorId']}
        drawn={{ days: <Days days={form.draft.days} onChange={(days) => form.set('days', days)} /> }}
      />
      <FormFields form={form} only={LINK} />
      <TermsFields siteId={siteId} form={form} repeating={form} />
      <DetailsFields form={form} picture={picture} />
      {!form.isNew && <FormFields form={form} only={HOW} />}
    </>
  );
};
