import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { useCan, useMe } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { ClassPictureField } from '../../class-page/class-picture.tsx';
import { useRoomsOf } from '../../class-terms/rooms.ts';
import { ChangeOutcome, useChangePreview } from './change-outcome.tsx';
import { isOverridable, useConflictText } from './conflict-words.ts';
import { SessionFields, useTeachers } from './session-fields.tsx';
import { askedAnew, NOTIFIED, sessionFields } from './session-record.ts';

type Session = Schemas['Session'];

interface ChangeSessionProps {
  readonly session: Session;
  readonly onClose: () => void;
}

/** A session with its version, over which it is changed. */
const versionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', 'version', id],
    queryFn: () => sendTagged(client.GET('/manage/sessions/{id}', { params: { path: { id } } })),
    staleTime: 0,
  });

/** Changes one session. What it collides with is shown by the server, and may be accepted. */
export const ChangeSession = ({ session, onClose }: ChangeSessionProps) => {
  const t = useText();
  const can = useCan();
  const conflictText = useConflictText(session.timezone);
  const { sites, studio } = useMe();
  const currency = sites.find(({ id }) => id === session.siteId)?.currency ?? studio.currency;
  const place = { timezone: session.timezone, currency };
  const [isUnchanged, setUnchanged] = useState(false);
  const query = versionQuery(session.id);
  const { data: version = { data: session, etag: null } } = useQuery(query);
  const form = useEditedRecord(sessionFields, {
    ...place,
    kind: 'session',
    version,
    query,
    choices: {
      roomName: useRoomsOf(session.siteId, session.roomName).choices,
      instructorId: useTeachers(session.siteId),
    },
    after: askedAnew,
    asksAbout: isOverridable,
    write: async (body, header) =>
      (await sendTagged(
        client.PATCH('/manage/sessions/{id}', { params: { path: { id: session.id }, ...header }, body }),
      )) as Tagged<Session>,
    saved: ({ data: { name } }) => t('session.changed', { name }),
    onSaved: onClose,
    onUnchanged: () => setUnchanged(true),
  });
  const { draft, changed } = form;
  // No one is notified of names, texts and terms alone, and they are asked about with no key that is pressed.
  const asked = NOTIFIED.filter((name) => changed.includes(name));
  const isSound = Object.keys(sessionFields.problemsOf(draft)).length === 0;
  const preview = useChangePreview(session.id, isSound ? sessionFields.patchOf(draft, asked, place, version.data) : {});
  const count = preview.data?.notifiedCount ?? 0;
  const capacity = Number(draft.capacity);
  const isBelow = draft.capacity !== '' && capacity > 0 && capacity < session.bookedCount;
  const isAsked = isOverridable(form.error ?? preview.error);
  return (
    <DialogForm
      title={t('session.changeTitle', { name: session.name })}
      form={form}
      act={count === 0 ? t('session.save') : t('session.saveTell', { count })}
      anyway={
        isAsked ? { act: t('session.saveAnyway'), onPress: () => form.save({ overrideConflicts: true }) } : undefined
      }
      error={preview.error}
      wordsOf={conflictText}
      onClose={onClose}
    >
      <SessionFields
        siteId={session.siteId}
        session={session}
        form={{ ...form, wasOf: () => undefined }}
        picture={<ClassPictureField of={{ kind: 'session', id: session.id, imageUrl: session.imageUrl }} />}
      />
      {isBelow && <p className="small over-capacity">{t('session.capacityBelow', { booked: session.bookedCount })}</p>}
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
      {isUnchanged && changed.length === 0 && <p className="small quiet">{t('session.nothingChanged')}</p>}
    </DialogForm>
  );
};
