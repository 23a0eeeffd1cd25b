import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronRight, CirclePause, Repeat } from 'lucide-react';
import { useRef } from 'react';
import { client, send } from '../../api/client.ts';
import { ClassPictureField } from '../../class-page/class-picture.tsx';
import { nowMs } from '../../clock.ts';
import { useKeptDraft } from '../../edit/kept-draft.ts';
import { markSent } from '../../edit/typed.ts';
import { useFormats } from '../../formats.ts';
import { useExpectJob } from '../../jobs/use-follow-jobs.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useCan, useMe } from '../../session.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { focusWrong } from '../../ui/focus-wrong.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Refused } from '../../ui/refused.tsx';
import { Status } from '../../ui/status.tsx';
import { say } from '../../ui/toasts.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ScheduleActs } from './acts/schedule-acts.tsx';
import { DryRun } from './dry-run.tsx';
import { changePreviewQuery, type Preview } from './previews.ts';
import { type Schedule, type ScheduleChange, scheduleQuery } from './queries.ts';
import { changeOf, formOf, type Moved, movedForm, problemsOf, ruleInWords, type ScheduleForm } from './rule.ts';
import { ScheduleFields } from './schedule-form.tsx';

const route = getRouteApi('/signed-in/timetable/$scheduleId/change');

/** Fields that say how a change is made, and change nothing by themselves. */
const HOW = ['effectiveFrom', 'overwriteModified', 'onRemoved', 'overrideConflicts', 'allowConflict'];

const changesNothing = (body: ScheduleChange): boolean => Object.keys(body).every((field) => HOW.includes(field));

/** What a person agrees to by a press: how many classes are changed and cancelled, who is told, and what conflicts. */
const effectOf = (preview: Preview | undefined): string =>
  JSON.stringify([
    preview?.sessionsUpdated,
    preview?.sessionsCancelled,
    preview?.sessionsCreated,
    preview?.peopleNotified,
    preview?.conflicts,
  ]);

const Change = ({ schedule, moved }: { schedule: Schedule; moved: Moved }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const expectJob = useExpectJob();
  const formats = useFormats(schedule.timezone);
  const today = formats.localDate(nowMs());
  const { sites, studio } = useMe();
  const currency = sites.find(({ id }) => id === schedule.siteId)?.currency ?? studio.currency;
  const before = formOf(schedule, today, currency);
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm, dropDraft] = useKeptDraft<ScheduleForm>(
    `schedule.${schedule.id}`,
    JSON.stringify([schedule.updatedAt, moved]),
    () => movedForm(before, moved),
  );
  const problems = problemsOf(form, t);
  const body = changeOf(form, schedule);
  const isReady = Object.keys(problems).length === 0 && !changesNothing(body);
  const settled = useSettled(isReady ? body : undefined);
  const preview = useQuery(changePreviewQuery(schedule.id, settled));
  const isOutdated = preview.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(body);
  const change = useMutation({
    mutationFn: async () => {
      // What the page says belongs to an earlier form: the change is made only if it is right for this one too.
      const now = isOutdated ? await queries.ensureQueryData(changePreviewQuery(schedule.id, body)) : preview.data;
      if (effectOf(now) !== effectOf(preview.data)) return undefined;
      expectJob();
      return send(client.PATCH('/v2/schedules/{id}', { params: { path: { id: schedule.id } }, body }));
    },
    onSuccess: (changed) => {
      if (changed === undefined) return;
      void refresh('schedule', 'session', 'booking');
      say(t('timetable.changed', { name: form.name }));
    },
  });
  const hasConflicts = (preview.data?.conflicts.length ?? 0) > 0;
  const canSend = isReady && preview.data !== undefined && (!hasConflicts || form.overrideConflicts);
  const submit = (): void => {
    // Only while this page is open: a long change goes on in the tray.
    if (Object.keys(problems).length > 0) focusWrong(element.current);
    if (!canSend || change.isPending) return;
    markSent(element.current);
    change.mutate(undefined, {
      onSuccess: (changed) => {
        if (changed === undefined) return;
        dropDraft();
        void navigate({ to: '/timetable' });
      },
    });
  };
  useShortcut('Control Enter', submit);
  const touched = (preview.data?.sessionsUpdated ?? 0) + (preview.data?.sessionsCancelled ?? 0);
  return (
    <div className="dry">
      <form
        ref={element}
        className="stack dry-form"
        aria-label={t('timetable.theChange')}
        onSubmit={(event) => event.preventDefault()}
      >
        <ScheduleFields
          siteId={schedule.siteId}
          form={form}
          onChange={setForm}
          problems={problems}
          picture={<ClassPictureField of={{ kind: 'schedule', id: schedule.id, imageUrl: schedule.imageUrl }} />}
          before={before}
        />
        <div className="notice" data-tone="brand">
          <Icon of={Repeat} />
          <div className="text">
            <b>{ruleInWords(form, t, formats)}</b>
          </div>
        </div>
      </form>
      <section className="stack" aria-labelledby="what">
        <h2 id="what">{t('timetable.wouldHappen')}</h2>
        {isReady ? (
          <DryRun
            preview={preview.data}
            error={preview.error}
            isChecking={preview.isFetching || isOutdated}
            timeZone={schedule.timezone}
            isAllowed={form.overrideConflicts}
            onAllow={() => setForm({ ...form, overrideConflicts: true })}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <p className="quiet">{t('timetable.nothing')}</p>
        )}
        <Refused error={change.error} isLine />
        <div className="dry-act">
          <span />
          <div className="row">
            <Link to="/timetable" ignoreBlocker onClick={dropDraft} className="button" variant="quiet">
              {t('timetable.discard')}
            </Link>
            {canSend && (
              <Button variant="primary" isPending={change.isPending} onPress={submit}>
                {t('timetable.changeNow', { count: touched, notified: preview.data?.peopleNotified ?? 0 })}
              </Button>
            )}
          </div>
        </div>
      </section>
    </div>
  );
};

/** A change of a schedule: the form on the left, what would happen on the right, before it is made. */
export const ScheduleChangePage = () => {
  const t = useText();
  const can = useCan();
  const { scheduleId } = route.useParams();
  const moved = route.useSearch();
  const schedule = useQuery(scheduleQuery(scheduleId));
  const name = schedule.data?.name ?? '';
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
          {schedule.data?.status === 'paused' && <Status icon={CirclePause}>{t('timetable.paused')}</Status>}
        </div>
        {schedule.data !== undefined && can('schedules:write') && <ScheduleActs schedule={schedule.data} />}
      </div>
      {schedule.isError && <Failure error={schedule.error} onRetry={() => void schedule.refetch()} />}
      {schedule.data !== undefined && <Change schedule={schedule.data} moved={moved} />}
    </>
  );
};
