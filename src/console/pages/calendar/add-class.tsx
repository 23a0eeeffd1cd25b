import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { NewClassPictureField, sendClassPicture } from '../../class-page/class-picture.tsx';
import { NO_DETAILS } from '../../class-page/details.ts';
import { newTerms } from '../../class-terms/terms.ts';
import { useFormats } from '../../formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useCan } from '../../session.ts';
import type { Site } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusWrong } from '../../ui/focus-wrong.ts';
import { Refused } from '../../ui/refused.tsx';
import { say } from '../../ui/toasts.tsx';
import { type Draft, draftOf, type Problems, problemsOf } from '../session/change-draft.ts';
import { useConflictText } from '../session/conflict-words.ts';
import { SessionFields } from '../session/session-fields.tsx';
import { isOverridable } from '../session/use-change-session.ts';
import { newSessionOf } from './new-session.ts';
import type { Session } from './queries.ts';

interface AddClassProps {
  readonly site: Site;
  readonly rooms: readonly string[];
  /** Where it begins with: a place of the calendar that was pressed, or the day that is shown. */
  readonly date: string;
  readonly time: string;
  /** The class that is copied. */
  readonly copied?: Session | undefined;
  readonly onClose: () => void;
}

/** Adds a class that takes place once. */
export const AddClass = ({ site, rooms, date, time, copied, onClose }: AddClassProps) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const conflictText = useConflictText(site.timezone);
  const { localDate } = useFormats(site.timezone);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    date,
    time,
    minutes: '60',
    capacity: '',
    roomName: '',
    instructorId: '',
    details: NO_DETAILS,
    terms: newTerms(site),
    ...(copied === undefined ? {} : { ...draftOf(copied, localDate, site.currency), date, time }),
  }));
  const [picture, setPicture] = useState<Blob>();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [key] = useState(idempotencyKey);
  const add = useMutation({
    mutationFn: (isAnyway: boolean) => {
      const body = {
        ...newSessionOf(draft, site),
        ...(isAnyway ? { overrideConflicts: true, allowConflict: true } : {}),
      };
      // A changed form is another request; the same form pressed twice is one.
      const header = { 'Idempotency-Key': `${key['Idempotency-Key']}-${JSON.stringify(body).length}-${isAnyway}` };
      return send(client.POST('/manage/sessions', { params: { header }, body }));
    },
    onSuccess: async ({ id, name }) => {
      // The class is made: a picture that is refused now can be chosen again where the class is changed.
      const target = { kind: 'session', id } as const;
      if (picture !== undefined) {
        await sendClassPicture(target, picture).catch(() => say(t('classPage.pictureFailed')));
      }
      void refresh('session');
      say(t('calendar.added', { name }));
      onClose();
    },
  });
  const save = (isAnyway: boolean): void => {
    const found = problemsOf(draft, t);
    setProblems(found);
    if (Object.keys(found).length > 0) focusWrong(form.current);
    else add.mutate(isAnyway);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(false);
  };
  return (
    <Dialog title={t('calendar.addTitle')} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <SessionFields
          siteId={site.id}
          rooms={rooms}
          draft={draft}
          problems={problems}
          picture={<NewClassPictureField picture={picture} onChoose={setPicture} />}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <p className="small quiet">
          {t('calendar.addHint')}{' '}
          {can('schedules:write') && <Link to="/timetable/new">{t('calendar.addToTimetable')}</Link>}
        </p>
        <Refused error={add.error} text={isOverridable(add.error) ? conflictText(add.error) : undefined} />
        <div className="row" data-wrap="">
          {isOverridable(add.error) ? (
            <Button variant="danger" isPending={add.isPending} onPress={() => save(true)}>
              {t('calendar.putAnyway')}
            </Button>
          ) : (
            <Button variant="primary" type="submit" isPending={add.isPending}>
              {t('calendar.add')}
            </Button>
          )}
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
