import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { BesideForm, FormHead } from '../../forms/terms-form.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { useExpectJob } from '../../live/jobs/use-watched-jobs.ts';
import { NewClassPictureField, sendClassPicture } from '../../parts/class-page/class-picture.tsx';
import { createPreviewQuery } from '../../parts/timetable/previews.ts';
import { scheduleQuery } from '../../parts/timetable/queries.ts';
import {
  type NewSchedule as Body,
  copiedFrom,
  type Schedule,
  type ScheduleDraft,
  scheduleFields,
} from '../../parts/timetable/schedule-record.ts';
import { type Site, useSite } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { NotLoaded } from '../../ui/notices/page-states.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { Conflicts } from './dry-run.tsx';
import { ruleInWords } from './rule-words.ts';
import { ScheduleFields, useScheduleSite } from './schedule-form.tsx';

const route = getRouteApi('/signed-in/timetable/new');

/** A new schedule, or another one like the one that is copied. */
export const NewSchedulePage = () => {
  const { copy } = route.useSearch();
  const { data: copied, error, refetch } = useQuery({ ...scheduleQuery(copy ?? ''), enabled: copy !== undefined });
  if (copy === undefined) return <NewSchedule />;
  if (copied === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return <NewSchedule key={copy} copied={copied.data} />;
};

/** What a form says, at a site. */
const bodyOf = (draft: ScheduleDraft, site: Site): Body =>
  ({ ...scheduleFields.bodyOf(draft, site), siteId: site.id }) as Body;

/** A new schedule: the form, and its rule in words. */
const NewSchedule = ({ copied }: { copied?: Schedule }) => {
  const t = useText();
  const navigate = useNavigate();
  const expectJob = useExpectJob();
  const site = useSite();
  const formats = useFormats(site.timezone);
  const [picture, setPicture] = useState<Blob>();
  const form = useNewRecord(scheduleFields, {
    ...useScheduleSite(site.id),
    kind: ['schedule', 'session'],
    timezone: site.timezone,
    currency: site.currency,
    keptAs: `schedule.${site.id}${copied?.id ?? ''}`,
    start: copied === undefined ? { isVirtual: site.isDigital } : copiedFrom(copied, site),
    create: async (said, header) => {
      expectJob();
      const body = { ...said, siteId: site.id } as Body;
      const made = (await send(client.POST('/v2/schedules', { params: { header }, body }))) as Schedule;
      // The class is made: a picture that is refused now can be chosen again on its page.
      const target = { kind: 'schedule', id: made.id } as const;
      if (picture !== undefined) {
        await sendClassPicture(target, picture).catch(() => say(t('classPage.pictureFailed')));
      }
      return made;
    },
    onCreated: ({ name }) => {
      say(t('timetable.added', { name }));
      void navigate({ to: '/timetable', ignoreBlocker: true });
    },
  });
  const { draft } = form;
  const isComplete = Object.keys(scheduleFields.problemsOf(draft)).length === 0;
  const body = isComplete ? bodyOf(draft, site) : undefined;
  const settled = useSettled(body);
  const preview = useQuery(createPreviewQuery(settled));
  // What is shown belongs to an earlier form until the server has read this one.
  const isOld = preview.isPlaceholderData || body === undefined || JSON.stringify(settled) !== JSON.stringify(body);
  const dates = (preview.data?.nextDates ?? []).slice(0, 4).map(({ startTime }) => formats.day(startTime));
  const beside = (
    <>
      <div className="notice" data-tone="brand">
        <Icon of={Repeat} />
        <div className="text">
          <b>{ruleInWords(draft, t, formats)}</b>
          {dates.length > 0 && (
            <span className="small" data-old={isOld ? '' : undefined}>
              {t(isOld ? 'timetable.datesBefore' : 'timetable.nextDates', { dates: dates.join(', ') })}
            </span>
          )}
        </div>
      </div>
      <Conflicts
        conflicts={isOld ? [] : (preview.data?.conflicts ?? [])}
        timeZone={site.timezone}
        isAllowed={draft.overrideConflicts}
        onAllow={() => form.set('overrideConflicts', true)}
      />
      <ActionError error={form.refused} isLine />
      <div className="dry-act spread">
        <span />
        <div className="row">
          <Link to="/timetable" ignoreBlocker onClick={form.discard} className="button" variant="quiet">
            {t('timetable.discard')}
          </Link>
          <Button variant="primary" isPending={form.isPending} onPress={() => form.save()}>
            {t('timetable.addNow')}
            <kbd>Ctrl ↵</kbd>
          </Button>
        </div>
      </div>
    </>
  );
  return (
    <>
      <FormHead
        title={t('timetable.add')}
        crumbs={[
          <Link key="timetable" to="/timetable" className="">
            {t('timetable.title')}
          </Link>,
        ]}
      />
      <BesideForm form={form} label={t('timetable.add')} heading={t('timetable.rule')} beside={beside}>
        <ScheduleFields
          siteId={site.id}
          form={form}
          picture={<NewClassPictureField picture={picture} onChoose={setPicture} />}
        />
      </BesideForm>
    </>
  );
};
