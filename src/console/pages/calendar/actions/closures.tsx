import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarOff } from 'lucide-react';
import { changeNow } from '../../../api/change-now.ts';
import { client, send, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormInDialog } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { PREVIEW, useRefresh } from '../../../live/refresh.ts';
import { closureFields, isWhole } from '../../../parts/calendar/closure-record.ts';
import { type Closure, siteQuery } from '../../../parts/calendar/queries.ts';
import { NotifiedLine } from '../../../parts/session/outcome-lines.tsx';
import type { Site } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { dateWords } from '../dates.ts';

interface ClosuresProps {
  readonly site: Site;
  readonly today: string;
  /** The day that is shown. */
  readonly date: string;
  readonly onClose: () => void;
}

const byStart = (left: Closure, right: Closure): number => left.startDate.localeCompare(right.startDate);

const isSame = (left: Closure, right: Closure): boolean =>
  left.startDate === right.startDate && left.endDate === right.endDate && left.name === right.name;

/** Closes a site for days, and opens it again. What falls is shown before. */
export const Closures = ({ site, today, date, onClose }: ClosuresProps) => {
  const t = useText();
  const refresh = useRefresh();
  const { locale } = useFormats(site.timezone);
  const words = dateWords(locale);
  const { data, error, refetch } = useQuery(siteQuery(site.id));
  const closures = data?.closures ?? [];
  const path = { id: site.id };
  const read = () => sendTagged(client.GET('/v2/sites/{id}', { params: { path } }));
  const put = (next: (now: readonly Closure[]) => Closure[]) =>
    changeNow(read, (now, over) => {
      const body = { closures: next(now.closures) };
      return send(client.PATCH('/v2/sites/{id}', { params: { path, ...over }, body }));
    });
  const done = (text: string): void => {
    void refresh('site', 'session');
    say(text);
  };
  const remove = useMutation({
    mutationFn: (gone: Closure) => put((now) => now.filter((each) => !isSame(each, gone))),
    onSuccess: () => done(t('calendar.closeRemoved')),
  });
  const form = useNewRecord(closureFields, {
    kind: 'site',
    start: { startDate: date, endDate: date },
    create: async (added) => {
      await put((now) => [...now, added].toSorted(byStart));
      return added;
    },
    onCreated: ({ startDate, endDate }) => {
      done(t('calendar.closeSaved', { from: words.long(startDate), to: words.long(endDate) }));
      onClose();
    },
  });
  const { startDate: from, endDate: to } = form.draft;
  const next = [...closures, { startDate: from, endDate: to, name: null }].toSorted(byStart);
  // A name alone changes nothing that happens, so it is not asked about.
  const preview = useQuery({
    queryKey: ['calendar', 'closure-preview', site.id, from, to],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.PATCH('/v2/sites/{id}', {
          params: { path: { id: site.id }, query: { dry_run: true } },
          body: { closures: next },
        }),
      )) as Schemas['SiteChangePreview'],
    enabled: isWhole(form.draft) && data !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const count = preview.data?.notifiedCount ?? 0;
  const coming = closures.filter(({ endDate }) => endDate >= today);
  return (
    <Dialog title={t('calendar.closeTitle', { site: site.name })} onClose={onClose}>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      <FormInDialog
        form={form}
        act={count === 0 ? t('calendar.closeAct') : t('calendar.closeActTell', { count })}
        error={remove.error}
        onClose={onClose}
      >
        <FormFields form={form} />
        {preview.data !== undefined && (
          <ul className="outcome">
            <li>
              <Icon of={CalendarOff} />
              <span>
                {t('calendar.closeOutcome', {
                  cancelled: preview.data.sessionsCancelled,
                  bookings: preview.data.bookingsCancelled,
                })}
              </span>
            </li>
            {preview.data.kept > 0 && (
              <li>
                <Icon of={CalendarCheck} />
                <span>{t('calendar.closeKept', { count: preview.data.kept })}</span>
              </li>
            )}
            <NotifiedLine preview={preview.data} />
          </ul>
        )}
      </FormInDialog>
      <section className="stack" aria-labelledby="coming-closures">
        <h3 id="coming-closures">{t('calendar.closeComing')}</h3>
        {data === undefined && error === null && <SkeletonRows />}
        {data !== undefined && coming.length === 0 && <p className="small quiet">{t('calendar.closeNone')}</p>}
        {coming.length > 0 && (
          <ul className="stack">
            {coming.map((each) => (
              <li key={`${each.startDate} ${each.endDate} ${each.name}`} className="spread">
                <span>
                  {words.range(each.startDate, each.endDate)}
                  {each.name !== null && <span className="quiet"> {each.name}</span>}
                </span>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('calendar.closeRemoveNamed', { name: each.name ?? words.long(each.startDate) })}
                  isDisabled={remove.isPending}
                  onPress={() => remove.mutate(each)}
                >
                  {t('calendar.closeRemove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  );
};
