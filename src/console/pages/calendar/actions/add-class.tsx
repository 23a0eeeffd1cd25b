import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import type { Session } from '../../../parts/calendar/queries.ts';
import { NewClassPictureField, sendClassPicture } from '../../../parts/class-page/class-picture.tsx';
import { useRoomsOf } from '../../../parts/class-terms/rooms.ts';
import { withSeats } from '../../../parts/class-terms/seats.ts';
import { isOverridable, useConflictText } from '../../../parts/session/change/conflict-words.ts';
import { SessionFields, useTeachers } from '../../../parts/session/change/session-fields.tsx';
import { askedAnew, copyOf, sessionFields } from '../../../parts/session/change/session-record.ts';
import { settingsQuery } from '../../../parts/settings/queries.ts';
import { type Site, useCan } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

interface AddClassProps {
  readonly site: Site;
  /** Where it begins with: a place of the calendar that was pressed, or the day that is shown. */
  readonly date: string;
  readonly time: string;
  readonly copied?: Session | undefined;
  readonly onClose: () => void;
}

/** Whether the rules of a site limit a waiting list; true where they cannot be read, undefined until they are read. */
const useIsLimited = (siteId: string, isAsked: boolean): boolean | undefined => {
  const { data, isLoading } = useQuery({ ...settingsQuery(siteId), enabled: useCan()('settings:read') && isAsked });
  return isLoading ? undefined : data?.data.booking.waitlistDefaultCapacity !== null;
};

/** Adds a class that takes place once. */
export const AddClass = (props: AddClassProps) => {
  const { site, copied } = props;
  const isLimited = useIsLimited(site.id, copied?.waitlistCapacity === null);
  return isLimited === undefined ? null : <NewClass {...props} isLimited={isLimited} />;
};

const NewClass = ({ site, date, time, copied, isLimited, onClose }: AddClassProps & { isLimited: boolean }) => {
  const t = useText();
  const can = useCan();
  const conflictText = useConflictText(site.timezone);
  const { rooms, choices: roomName } = useRoomsOf(site.id);
  const [picture, setPicture] = useState<Blob>();
  const form = useNewRecord(sessionFields, {
    kind: 'session',
    timezone: site.timezone,
    currency: site.currency,
    start: {
      ...(copied === undefined ? { isVirtual: site.isDigital } : copyOf(copied, site, isLimited)),
      date,
      time,
    },
    choices: { roomName, instructorId: useTeachers(site.id) },
    after: (draft, before) => withSeats(rooms, askedAnew(draft), before),
    asksAbout: isOverridable,
    create: async (body, header) => {
      const made = await send(
        client.POST('/manage/sessions', { params: { header }, body: { ...body, siteId: site.id } }),
      );
      // The class is made: a picture that is refused now can be chosen again where the class is changed.
      const target = { kind: 'session', id: made.id } as const;
      if (picture !== undefined) {
        await sendClassPicture(target, picture).catch(() => say(t('classPage.pictureFailed')));
      }
      return made;
    },
    onCreated: ({ name }) => {
      say(t('calendar.added', { name }));
      onClose();
    },
  });
  return (
    <DialogForm
      title={t('calendar.addTitle')}
      form={form}
      act={t('calendar.add')}
      anyway={
        isOverridable(form.error)
          ? { act: t('calendar.putAnyway'), onPress: () => form.save({ overrideConflicts: true }) }
          : undefined
      }
      wordsOf={conflictText}
      onClose={onClose}
    >
      <SessionFields
        siteId={site.id}
        form={form}
        picture={<NewClassPictureField picture={picture} onChoose={setPicture} />}
      />
      <p className="small quiet">
        {t('calendar.addHint')}{' '}
        {can('schedules:write') && <Link to="/timetable/new">{t('calendar.addToTimetable')}</Link>}
      </p>
    </DialogForm>
  );
};
