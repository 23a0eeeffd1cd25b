import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { client, idempotencyKey, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useFormats } from '../../formats.ts';
import { instructorName } from '../../instructor-name.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useText } from '../../texts.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Refused } from '../../ui/refused.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { say } from '../../ui/toasts.tsx';
import { ChangeOutcome, useSubstitutePreview } from './change-outcome.tsx';
import { useConflictText } from './conflict-words.ts';
import { useInstructors } from './queries.ts';
import { isOverridable } from './use-change-session.ts';
import { useWhoTeaches } from './who-teaches.ts';

interface SubstituteProps {
  readonly session: Schemas['Session'];
  readonly onClose: () => void;
}

/** Lets somebody else teach one session. A person in two places at once is said, and may be put there anyway. */
export const Substitute = ({ session, onClose }: SubstituteProps) => {
  const t = useText();
  const refresh = useRefresh();
  const { data: instructors = [], isPending, isLoading, error: unread, refetch } = useInstructors(session.siteId);
  const [chosen, setChosen] = useState<string>();
  const [isMissing, setMissing] = useState(false);
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
  const now = instructors.find(({ id }) => id === session.instructorId);
  const next = others.find(({ id }) => id === chosen);
  const name = next === undefined ? undefined : instructorName(next);
  const substitute = useMutation({
    mutationFn: (overrideConflicts: boolean) =>
      send(
        client.POST('/manage/sessions/{id}/substitute', {
          params: { path: { id: session.id }, header: idempotencyKey() },
          body: { instructorId: chosen ?? '', ...(overrideConflicts ? { overrideConflicts } : {}) },
        }),
      ),
    onSuccess: () => {
      void refresh('session');
      say(t('session.substituted', { name: name ?? '' }));
      onClose();
    },
  });
  const choose = (id: string): void => {
    setChosen(id);
    substitute.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(chosen === undefined);
    if (chosen !== undefined) substitute.mutate(false);
  };
  const preview = useSubstitutePreview(session.id, chosen);
  const error = substitute.error ?? preview.error;
  const isConflict = isOverridable(error);
  const conflictText = useConflictText(session.timezone);
  return (
    <Dialog title={t('session.substituteTitle')} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit}>
        {now !== undefined && <p className="quiet">{t('session.substituteNow', { name: instructorName(now) })}</p>}
        {unread !== null && <Failure error={unread} onRetry={() => void refetch()} />}
        {isLoading && <SkeletonRows count={3} />}
        {others.length === 0 && !isPending && unread === null ? (
          <p>{t('session.substituteNobody')}</p>
        ) : (
          <RadioGroup
            className="people-choice"
            aria-label={t('session.substituteTitle')}
            value={chosen ?? null}
            onChange={choose}
            isInvalid={isMissing && chosen === undefined}
          >
            {others.map((each) => (
              <Radio key={each.id} value={each.id} className="find">
                <Avatar name={instructorName(each)} photoUrl={each.photoUrl} />
                <span className="who">
                  <b>{instructorName(each)}</b>
                  <small>{[stateOf(each.id), each.phone, ...each.specialties].filter(Boolean).join(' · ')}</small>
                </span>
              </Radio>
            ))}
          </RadioGroup>
        )}
        <ChangeOutcome preview={preview.data} />
        {isMissing && chosen === undefined && <p className="error-text">{t('session.substituteChoose')}</p>}
        <Refused error={error} text={isConflict ? conflictText(error) : undefined} />
        <div className="row">
          {isConflict ? (
            <Button variant="danger" isPending={substitute.isPending} onPress={() => substitute.mutate(true)}>
              {t('session.substituteAnyway', { name: name ?? '' })}
            </Button>
          ) : (
            <Button variant="primary" type="submit" isPending={substitute.isPending}>
              {name === undefined ? t('session.substituteActPlain') : t('session.substituteAct', { name })}
            </Button>
          )}
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
