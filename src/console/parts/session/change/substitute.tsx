import { useQuery } from '@tanstack/react-query';
import { Radio, RadioGroup } from 'react-aria-components';
import { HOUR_MS } from '../../../../kernel/durations.ts';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { instructorName } from '../../../base/instructor-name.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { useInstructors } from '../queries.ts';
import { ChangeOutcome, useSubstitutePreview } from './change-outcome.tsx';
import { isOverridable, useConflictText } from './conflict-words.ts';
import { substituteFields } from './substitute-record.ts';

type Session = Schemas['Session'];

/** A class that began earlier than this is over. */
const LONGEST_MS = 6 * HOUR_MS;

/** What instructors teach while a session takes place, besides it, by their ids. */
const useWhoTeaches = ({ id, startTime, endTime }: Session): ReadonlyMap<string, Session> => {
  const from = new Date(Date.parse(startTime) - LONGEST_MS).toISOString();
  const { data = [] } = useQuery({
    queryKey: ['session', 'beside', id, startTime, endTime],
    queryFn: () => {
      const query = { start_time_gte: from, start_time_lte: endTime, limit: 100 };
      return allOf((after) => send(client.GET('/v2/sessions', { params: { query: { ...query, ...after } } })));
    },
  });
  const beside = data.filter(
    (each) => each.id !== id && each.status !== 'cancelled' && each.endTime > startTime && each.startTime < endTime,
  );
  return new Map(beside.flatMap((each) => (each.instructorId === null ? [] : [[each.instructorId, each] as const])));
};

interface SubstituteProps {
  readonly session: Schemas['Session'];
  readonly onClose: () => void;
}

/** Lets someone else teach one session. A person in two places at once is shown, and may be put there anyway. */
export const Substitute = ({ session, onClose }: SubstituteProps) => {
  const t = useText();
  const { data: instructors = [], isPending, isLoading, error: unread, refetch } = useInstructors(session.siteId);
  const teaching = useWhoTeaches(session);
  const { time } = useFormats(session.timezone);
  // Whoever has time comes first.
  const others = instructors
    .filter(({ id }) => id !== session.instructorId)
    .toSorted((one, other) => Number(teaching.has(one.id)) - Number(teaching.has(other.id)));
  const stateOf = (id: string): string => {
    const taught = teaching.get(id);
    return taught === undefined
      ? t('session.substituteFree')
      : t('session.substituteBusy', { name: taught.name, until: time(taught.endTime) });
  };
  const conflictText = useConflictText(session.timezone);
  const now = instructors.find(({ id }) => id === session.instructorId);
  const nameOf = (chosen: string): string => {
    const next = others.find(({ id }) => id === chosen);
    return next === undefined ? '' : instructorName(next);
  };
  const form = useNewRecord(substituteFields, {
    kind: 'session',
    asksAbout: isOverridable,
    create: async (body, header) => {
      const params = { path: { id: session.id }, header };
      await send(client.POST('/manage/sessions/{id}/substitute', { params, body }));
      return body;
    },
    onCreated: ({ instructorId }) => {
      say(t('session.substituted', { name: nameOf(instructorId) }));
      onClose();
    },
  });
  const chosen = form.draft.instructorId || undefined;
  const name = nameOf(chosen ?? '');
  const preview = useSubstitutePreview(session.id, chosen);
  const isConflict = isOverridable(form.error ?? preview.error);
  const missing = form.errorOf('instructorId');
  const people = (
    <RadioGroup
      className="people-choice"
      aria-label={t('session.substituteTitle')}
      value={chosen ?? null}
      onChange={(id) => form.set('instructorId', id)}
      isInvalid={missing !== undefined}
    >
      {others.map((each) => (
        <Radio key={each.id} value={each.id} className="find row">
          <Avatar name={instructorName(each)} photoUrl={each.photoUrl} />
          <span className="who">
            <b>{instructorName(each)}</b>
            <small>{[stateOf(each.id), each.phone, ...each.specialties].filter(Boolean).join(' · ')}</small>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
  return (
    <DialogForm
      title={t('session.substituteTitle')}
      form={form}
      act={name === '' ? t('session.substituteActPlain') : t('session.substituteAct', { name })}
      anyway={
        isConflict
          ? { act: t('session.substituteAnyway', { name }), onPress: () => form.save({ overrideConflicts: true }) }
          : undefined
      }
      error={preview.error}
      wordsOf={conflictText}
      onClose={onClose}
    >
      {now !== undefined && <p className="quiet">{t('session.substituteNow', { name: instructorName(now) })}</p>}
      {unread !== null && <LoadError error={unread} onRetry={() => void refetch()} />}
      {isLoading && <SkeletonRows count={3} />}
      {others.length === 0 && !isPending && unread === null ? (
        <p>{t('session.substituteNobody')}</p>
      ) : (
        <FormFields form={form} only={['instructorId']} drawn={{ instructorId: people }} />
      )}
      <ChangeOutcome preview={preview.data} />
      {missing !== undefined && <p className="critical-text">{missing}</p>}
    </DialogForm>
  );
};
