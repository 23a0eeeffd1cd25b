import { type FormEvent, useRef, useState } from 'react';
import type { Schemas } from '../../api/types.ts';
import { ClassPictureField } from '../../class-page/class-picture.tsx';
import { useFormats } from '../../formats.ts';
import { useCan, useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusWrong } from '../../ui/focus-wrong.ts';
import { Refused } from '../../ui/refused.tsx';
import { changeOf, type Draft, draftOf, isSound, type Problems, problemsOf, useRooms } from './change-draft.ts';
import { ChangeOutcome, useChangePreview } from './change-outcome.tsx';
import { useConflictText } from './conflict-words.ts';
import { SessionFields } from './session-fields.tsx';
import { isOverridable, useChangeSession } from './use-change-session.ts';

interface ChangeSessionProps {
  readonly session: Schemas['Session'];
  /** Another start to begin with: where the session was dragged to. */
  readonly startTime?: string;
  readonly onClose: () => void;
}

/** Changes one session. What it collides with is said by the server, and may be accepted. */
export const ChangeSession = ({ session, startTime, onClose }: ChangeSessionProps) => {
  const t = useText();
  const can = useCan();
  const { localDate } = useFormats(session.timezone);
  const conflictText = useConflictText(session.timezone);
  const rooms = useRooms(session);
  const { sites, studio } = useMe();
  const currency = sites.find(({ id }) => id === session.siteId)?.currency ?? studio.currency;
  const before = draftOf(session, localDate, currency);
  const [draft, setDraft] = useState<Draft>(() =>
    startTime === undefined ? before : draftOf({ ...session, startTime }, localDate, currency),
  );
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const [isUnchanged, setUnchanged] = useState(false);
  const change = useChangeSession(session, onClose);
  // Names, texts and terms alone are told to nobody, and are asked about with no key that is pressed.
  const told = { ...draft, name: before.name, details: before.details, terms: before.terms };
  const asked = isSound(draft, t) ? changeOf(before, told, session.timezone) : {};
  const preview = useChangePreview(session.id, asked);
  const error = change.error ?? preview.error;
  const count = preview.data?.notifiedCount ?? 0;
  const set = (part: Partial<Draft>): void => {
    setDraft((draft) => ({ ...draft, ...part }));
    setUnchanged(false);
    change.reset();
  };
  const save = (isAnyway: boolean): void => {
    const found = problemsOf(draft, t);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      focusWrong(form.current);
      return;
    }
    const body = changeOf(before, draft, session.timezone);
    setUnchanged(Object.keys(body).length === 0);
    if (Object.keys(body).length > 0) change.save(body, isAnyway);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(false);
  };
  const capacity = Number(draft.capacity);
  const isBelow = draft.capacity !== '' && capacity > 0 && capacity < session.bookedCount;
  return (
    <Dialog title={t('session.changeTitle', { name: session.name })} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <SessionFields
          siteId={session.siteId}
          session={session}
          rooms={rooms}
          draft={draft}
          problems={problems}
          picture={<ClassPictureField of={{ kind: 'session', id: session.id, imageUrl: session.imageUrl }} />}
          onChange={set}
        />
        {isBelow && (
          <p className="small over-capacity">{t('session.capacityBelow', { booked: session.bookedCount })}</p>
        )}
        {session.scheduleId !== null && (
          <p className="small quiet">
            {t('session.onlyThis')}{' '}
            {can('schedules:write') && (
              <Link to="/timetable/$scheduleId/change" params={{ scheduleId: session.scheduleId }}>
                {t('session.fromHereOn')}
              </Link>
            )}
          </p>
        )}
        <ChangeOutcome preview={preview.data} />
        {isUnchanged && <p className="small quiet">{t('session.nothingChanged')}</p>}
        <Refused error={error} text={isOverridable(error) ? conflictText(error) : undefined} />
        <div className="row" data-wrap="">
          {isOverridable(error) ? (
            <Button variant="danger" isPending={change.isPending} onPress={() => save(true)}>
              {t('session.saveAnyway')}
            </Button>
          ) : (
            <Button variant="primary" type="submit" isPending={change.isPending}>
              {count === 0 ? t('session.save') : t('session.saveTell', { count })}
            </Button>
          )}
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
