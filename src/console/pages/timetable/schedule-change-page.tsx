import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronRight, CirclePause, Repeat } from 'lucide-react';
import type { FormEvent } from 'react';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { BesideForm } from '../../forms/terms-form.tsx';
import { useEditedRecord } from '../../forms/use-record-form.tsx';
import { useExpectJob } from '../../live/jobs/use-watched-jobs.ts';
import { ClassPictureField } from '../../parts/class-page/class-picture.tsx';
import { changePreviewQuery, type Preview } from '../../parts/timetable/previews.ts';
import { scheduleQuery } from '../../parts/timetable/queries.ts';
import {
  changesNothing,
  type Moved,
  movedTo,
  type Schedule,
  scheduleFields,
} from '../../parts/timetable/schedule-record.ts';
import { useCan, useMe } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { ActionError, LoadError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ScheduleActions } from './actions/schedule-actions.tsx';
import { DryRun } from './dry-run.tsx';
import { ruleInWords } from './rule-words.ts';
import { ScheduleFields, useScheduleSite } from './schedule-form.tsx';

const route = getRouteApi('/signed-in/timetable/$scheduleId/change');

/** What a person agrees to by a press: how many classes are changed and canceled, who is notified, and what conflicts. */
const effectOf = (preview: Preview | undefined): string =>
  JSON.stringify([
    preview?.sessionsUpdated,
    preview?.sessionsCancelled,
    preview?.sessionsCreated,
    preview?.peopleNotified,
    preview?.conflicts,
  ]);

const Change = ({ version, moved }: { version: Tagged<Schedule>; moved: Moved }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const expectJob = useExpectJob();
  const { data: schedule } = version;
  const { id, siteId, timezone } = schedule;
  const formats = useFormats(timezone);
  const { sites, studio } = useMe();
  const place = { timezone, currency: sites.find((site) => site.id === siteId)?.currency ?? studio.currency };
  const form = useEditedRecord(scheduleFields, {
    ...useScheduleSite(siteId, schedule.roomName),
    ...place,
    kind: ['schedule', 'session', 'booking'],
    version,
    query: scheduleQuery(id),
    start: movedTo(scheduleFields.valuesOf(schedule, place), moved),
    keptAs: `schedule-change.${id}`,
    saysAtOnce: true,
    write: async (body, header) => {
      expectJob();
      return (await sendTagged(
        client.PATCH('/v2/schedules/{id}', { params: { path: { id }, ...header }, body }),
      )) as Tagged<Schedule>;
    },
    saved: ({ data: { name } }) => t('timetable.changed', { name }),
    onSaved: () => {
      // Only while this page is open: a long change goes on in the tray.
      void navigate({ to: '/timetable', ignoreBlocker: true });
    },
  });
  const { draft } = form;
  const isSound = Object.keys(scheduleFields.problemsOf(draft)).length === 0;
  const body = scheduleFields.patchOf(draft, form.changed, place, schedule);
  const isReady = isSound && !changesNothing(body);
  const settled = useSettled(isReady ? body : undefined);
  const preview = useQuery(changePreviewQuery(id, settled));
  const isOutdated = preview.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(body);
  const change = useMutation({
    mutationFn: async () => {
      // What the page says belongs to an earlier form: the change is made only if it is right for this one too.
      const now = isOutdated ? await queries.ensureQueryData(changePreviewQuery(id, body)) : preview.data;
      if (effectOf(now) === effectOf(preview.data)) form.save();
    },
  });
  const isPending = change.isPending || form.isPending;
  const hasConflicts = (preview.data?.conflicts.length ?? 0) > 0;
  const canSend = isReady && preview.data !== undefined && (!hasConflicts || draft.overrideConflicts);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    // It says what is wrong.
    if (!isSound) form.save();
    else if (canSend && !isPending) change.mutate();
  };
  const touched = (preview.data?.sessionsUpdated ?? 0) + (preview.data?.sessionsCancelled ?? 0);
  const beside = (
    <>
      {isReady ? (
        <DryRun
          preview={preview.data}
          error={preview.error}
          isChecking={preview.isFetching || isOutdated}
          timeZone={timezone}
          isAllowed={draft.overrideConflicts}
          onAllow={() => form.set('overrideConflicts', true)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <p className="quiet">{t('timetable.nothing')}</p>
      )}
      <ActionError error={change.error ?? form.refused} isLine />
      {form.conflict ?? (
        <div className="dry-act spread">
          <span />
          <div className="row">
            <Link to="/timetable" ignoreBlocker onClick={form.discard} className="button" variant="quiet">
              {t('timetable.discard')}
            </Link>
            {canSend && (
              <Button variant="primary" isPending={isPending} onPress={() => submit()}>
                {t('timetable.changeNow', { count: touched, notified: preview.data?.peopleNotified ?? 0 })}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
  return (
    <BesideForm
      form={{ ...form, element: { ...form.element, onSubmit: submit } }}
      label={t('timetable.theChange')}
      heading={t('timetable.wouldHappen')}
      beside={beside}
      below={
        <div className="notice" data-tone="brand">
          <Icon of={Repeat} />
          <div className="text">
            <b>{ruleInWords(draft, t, formats)}</b>
          </div>
        </div>
      }
    >
      <ScheduleFields
        siteId={siteId}
        form={form}
        picture={<ClassPictureField of={{ kind: 'schedule', id, imageUrl: schedule.imageUrl }} />}
      />
    </BesideForm>
  );
};

/** A change of a schedule: the form on the left, what would happen on the right, before it is made. */
export const ScheduleChangePage = () => {
  const t = useText();
  const can = useCan();
  const { scheduleId } = route.useParams();
  const moved = route.useSearch();
  const schedule = useQuery(scheduleQuery(scheduleId));
  const version = schedule.data;
  const name = version?.data.name ?? '';
  usePageTitle(t('timetable.changeOf', { name }));
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <span className="crumb">
            <Link to="/timetable" className="">
              {t('timetable.title')}
            </Link>
            <Icon of={ChevronRight} />
            <span>{name}</span>
          </span>
          <h1>{t('timetable.changeOf', { name })}</h1>
          <p className="meta">{t('timetable.untilYouSaySo')}</p>
          {version?.data.status === 'paused' && <Status icon={CirclePause}>{t('timetable.paused')}</Status>}
        </div>
        {version !== undefined && can('schedules:write') && <ScheduleActions schedule={version.data} />}
      </div>
      {schedule.isError && <LoadError error={schedule.error} onRetry={() => void schedule.refetch()} />}
      {version !== undefined && <Change version={version} moved={moved} />}
    </>
  );
};
