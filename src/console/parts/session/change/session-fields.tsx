import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/types.ts';
import { instructorName } from '../../../base/instructor-name.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useCan } from '../../../session/session.ts';
import { DetailsFields } from '../../class-page/details-fields.tsx';
import { LINK } from '../../class-terms/class-record.ts';
import { TermsFields } from '../../class-terms/terms-fields.tsx';
import { useInstructors } from '../queries.ts';
import { MAIN, type SessionDraft } from './session-record.ts';

/** Who may teach at a site. */
export const useTeachers = (siteId: string) =>
  (useInstructors(siteId).data ?? []).map((each) => ({ id: each.id, name: instructorName(each) }));

interface SessionFieldsProps {
  readonly siteId: string;
  readonly form: RecordForm<SessionDraft>;
  /** The session as it is; absent for a new one. */
  readonly session?: Schemas['Session'];
  readonly picture: ReactNode;
}

/** The fields of a session: what, when, where, with whom and for how many. */
export const SessionFields = ({ siteId, form, session, picture }: SessionFieldsProps) => {
  const mayChooseWho = useCan()('staff:read');
  return (
    <>
      <FormFields form={form} only={MAIN} without={mayChooseWho ? [] : ['instructorId']} />
      <FormFields form={form} only={LINK} />
      <TermsFields siteId={siteId} form={form} session={session} />
      <DetailsFields form={form} picture={picture} />
    </>
  );
};
