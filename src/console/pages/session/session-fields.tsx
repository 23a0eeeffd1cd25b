import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.ts';
import { DetailsFields } from '../../class-page/details-fields.tsx';
import { LinkFields } from '../../class-terms/link-fields.tsx';
import { termsProblems } from '../../class-terms/terms.ts';
import { TermsFields } from '../../class-terms/terms-fields.tsx';
import { instructorName } from '../../instructor-name.ts';
import { useCan, useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import type { Draft, Problems } from './change-draft.ts';
import { useInstructors } from './queries.ts';

interface SessionFieldsProps {
  readonly siteId: string;
  /** The session as it is; absent for a new one. */
  readonly session?: Schemas['Session'];
  readonly rooms: readonly string[];
  readonly draft: Draft;
  readonly problems: Problems;
  /** The field of the picture. */
  readonly picture: ReactNode;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The fields of a session: what, when, where, with whom and for how many. */
export const SessionFields = (props: SessionFieldsProps) => {
  const { siteId, session, rooms, draft, problems, picture, onChange } = props;
  const t = useText();
  const mayChooseWho = useCan()('staff:read');
  const { data: instructors = [] } = useInstructors(siteId);
  const { sites } = useMe();
  const seatsIn = (name: string): string =>
    String(sites.find(({ id }) => id === siteId)?.rooms.find((room) => room.name === name)?.capacity ?? '');
  /** A new class has as many seats as there is room, unless somebody has said otherwise. */
  const chooseRoom = (roomName: string): void => {
    const isOpen = session === undefined && (draft.capacity === '' || draft.capacity === seatsIn(draft.roomName));
    onChange(isOpen && seatsIn(roomName) !== '' ? { roomName, capacity: seatsIn(roomName) } : { roomName });
  };
  const setTerms = (terms: Draft['terms']): void => onChange({ terms });
  const wrongTerms = problems.terms === undefined ? {} : termsProblems(draft.terms, t);
  return (
    <>
      <Field
        label={t('session.name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={problems.name}
      />
      <div className="fields">
        <DateField
          label={t('session.date')}
          value={draft.date}
          onChange={(date) => onChange({ date })}
          error={problems.date}
        />
        <TimeField
          label={t('session.start')}
          value={draft.time}
          onChange={(time) => onChange({ time })}
          error={problems.time}
        />
        <Field
          label={t('session.length')}
          inputMode="numeric"
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
          error={problems.minutes}
        />
        <Field
          label={t('session.capacity')}
          inputMode="numeric"
          hint={t('session.capacityHint')}
          value={draft.capacity}
          onChange={(capacity) => onChange({ capacity })}
          error={problems.capacity}
        />
        <Select
          label={t('session.room')}
          value={draft.roomName}
          onChange={chooseRoom}
          choices={[{ id: '', name: t('session.anyRoom') }, ...rooms.map((name) => ({ id: name, name }))]}
        />
        {mayChooseWho && (
          <Select
            label={t('session.instructor')}
            value={draft.instructorId}
            onChange={(instructorId) => onChange({ instructorId })}
            choices={[
              { id: '', name: t('session.nobodyYet') },
              ...instructors.map((each) => ({ id: each.id, name: instructorName(each) })),
            ]}
          />
        )}
      </div>
      <LinkFields terms={draft.terms} problems={wrongTerms} onChange={setTerms} />
      <TermsFields
        siteId={siteId}
        session={session}
        terms={draft.terms}
        problems={wrongTerms}
        onChange={setTerms}
        repeats={false}
      />
      <DetailsFields details={draft.details} picture={picture} onChange={(details) => onChange({ details })} />
    </>
  );
};
