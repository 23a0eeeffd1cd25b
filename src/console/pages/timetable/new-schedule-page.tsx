import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Repeat } from 'lucide-react';
import { useRef, useState } from 'react';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { NewClassPictureField, sendClassPicture } from '../../class-page/class-picture.tsx';
import { nowMs } from '../../clock.ts';
import { useKeptDraft } from '../../edit/kept-draft.ts';
import { markSent } from '../../edit/typed.ts';
import { useFormats } from '../../formats.ts';
import { useExpectJob } from '../../jobs/use-follow-jobs.ts';
import { NotLoaded } from '../../shell/page-states.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useSite } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { focusWrong } from '../../ui/focus-wrong.ts';
import { Icon } from '../../ui/icon.tsx';
import { Refused } from '../../ui/refused.tsx';
import { say } from '../../ui/toasts.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { Conflicts } from './dry-run.tsx';
import { createPreviewQuery } from './previews.ts';
import { type Schedule, scheduleQuery } from './queries.ts';
import { emptyForm, formOf, newScheduleOf, problemsOf, ruleInWords, type ScheduleForm } from './rule.ts';
import { ScheduleFields } from './schedule-form.tsx';

const route = getRouteApi('/signed-in/timetable/new');

/** A new schedule, or another one like the one that is copied. */
export const NewSchedulePage = () => {
  const { copy } = route.useSearch();
  const { data: copied, error, refetch } = useQuery({ ...scheduleQuery(copy ?? ''), enabled: copy !== undefined });
  if (copy === undefined) return <NewSchedule />;
  if (copied === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return <NewSchedule key={copy} copied={copied} />;
};

/** A new schedule: the form, and its rule in words. */
const NewSchedule = ({ copied }: { copied?: Schedule }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const expectJob = useExpectJob();
  const site = useSite();
  const formats = useFormats(site.timezone);
  const element = useRef<HTMLFormElement>(null);
  const copyId = copied?.id ?? '';
  const [form, setForm, dropDraft] = useKeptDraft<ScheduleForm>(`schedule.${site.id}${copyId}`, '', () => {
    const today = formats.localDate(nowMs());
    // It begins today, for good: when the other one begins and ends is its own.
    return copied === undefined
      ? emptyForm(today, site)
      : { ...formOf(copied, today, site.currency), from: today, until: '' };
  });
  const [picture, setPicture] = useState<Blob>();
  const [isChecked, setChecked] = useState(false);
  const problems = problemsOf(form, t);
  const create = useMutation({
    mutationFn: async (sent: ScheduleForm) => {
      const body = newScheduleOf(sent, site.id);
      return (await send(client.POST('/v2/schedules', { params: { header: idempotencyKey() }, body }))) as Schedule;
    },
    onMutate: expectJob,
    onSuccess: async ({ id }, { name }) => {
      // The class is made: a picture that is refused now can be chosen again on its page.
      const target = { kind: 'schedule', id } as const;
      if (picture !== undefined) {
        await sendClassPicture(target, picture).catch(() => say(t('classPage.pictureFailed')));
      }
      void queries.invalidateQueries();
      say(t('timetable.added', { name }));
    },
  });
  const isComplete = Object.keys(problems).length === 0;
  const body = isComplete ? newScheduleOf(form, site.id) : undefined;
  const settled = useSettled(body);
  const preview = useQuery(createPreviewQuery(settled));
  // What is shown belongs to an earlier form until the server has read this one.
  const isOld = preview.isPlaceholderData || body === undefined || JSON.stringify(settled) !== JSON.stringify(body);
  const submit = (): void => {
    setChecked(true);
    if (!isComplete) {
      focusWrong(element.current);
      return;
    }
    if (create.isPending) return;
    markSent(element.current);
    create.mutate(form, {
      onSuccess: () => {
        dropDraft();
        void navigate({ to: '/timetable' });
      },
    });
  };
  useShortcut('Control Enter', submit);
  const { error } = create;
  const dates = (preview.data?.nextDates ?? []).slice(0, 4).map(({ startTime }) => formats.day(startTime));
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <span className="crumb">
            <Link to="/timetable" className="">
              {t('timetable.title')}
            </Link>
            <Icon of={ChevronRight} />
            <span>{t('timetable.add')}</span>
          </span>
          <h1>{t('timetable.add')}</h1>
        </div>
      </div>
      <div className="dry">
        <form
          ref={element}
          className="stack dry-form"
          aria-label={t('timetable.add')}
          onSubmit={(event) => event.preventDefault()}
        >
          <ScheduleFields
            siteId={site.id}
            form={form}
            onChange={setForm}
            problems={isChecked ? problems : {}}
            picture={<NewClassPictureField picture={picture} onChoose={setPicture} />}
          />
        </form>
        <section className="stack" aria-labelledby="rule">
          <h2 id="rule">{t('timetable.rule')}</h2>
          <div className="notice" data-tone="brand">
            <Icon of={Repeat} />
            <div className="text">
              <b>{ruleInWords(form, t, formats)}</b>
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
            isAllowed={form.overrideConflicts}
            onAllow={() => setForm({ ...form, overrideConflicts: true })}
          />
          <Refused error={error} isLine />
          <div className="dry-act">
            <span />
            <div className="row">
              <Link to="/timetable" ignoreBlocker onClick={dropDraft} className="button" variant="quiet">
                {t('timetable.discard')}
              </Link>
              <Button variant="primary" isPending={create.isPending} onPress={submit}>
                {t('timetable.addNow')}
                <kbd>Ctrl ↵</kbd>
              </Button>
            </div>
          </div>
        </section>
      </div>
    </>
  );
};
