import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, CalendarOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useFormats } from '../../formats.ts';
import { PREVIEW } from '../../live/refresh.ts';
import type { Site } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Refused } from '../../ui/refused.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { say } from '../../ui/toasts.tsx';
import { ToldLine } from '../session/outcome-lines.tsx';
import { dateWords } from './dates.ts';
import { type Closure, siteQuery } from './queries.ts';

interface ClosuresProps {
  readonly site: Site;
  readonly today: string;
  /** The day that is shown. */
  readonly date: string;
  readonly onClose: () => void;
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Closes a site for days, and opens it again. What falls is said before. */
export const Closures = ({ site, today, date, onClose }: ClosuresProps) => {
  const t = useText();
  const queries = useQueryClient();
  const { locale } = useFormats(site.timezone);
  const words = dateWords(locale);
  const [name, setName] = useState('');
  const [from, setFrom] = useState(date);
  const [to, setTo] = useState(date);
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery(siteQuery(site.id));
  const closures = data?.closures ?? [];
  const put = useMutation({
    mutationFn: (next: readonly Closure[]) =>
      send(client.PATCH('/v2/sites/{id}', { params: { path: { id: site.id } }, body: { closures: [...next] } })),
    onSuccess: (_, next) => {
      void queries.invalidateQueries({ queryKey: ['calendar'] });
      say(
        next.length > closures.length
          ? t('calendar.closeSaved', { from: words.long(from), to: words.long(to) })
          : t('calendar.closeRemoved'),
      );
      if (next.length > closures.length) onClose();
    },
  });
  const isWhole = isDate(from) && isDate(to) && to >= from;
  const added: Closure = { startDate: from, endDate: to, name: name.trim() === '' ? null : name.trim() };
  const next = [...closures, added].toSorted((left, right) => left.startDate.localeCompare(right.startDate));
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
    enabled: isWhole && data !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const count = preview.data?.toldCount ?? 0;
  const problems = {
    ...(isDate(from) ? {} : { from: t('calendar.closeWantsFrom') }),
    ...(isDate(to) && to >= from ? {} : { to: t('calendar.closeWantsTo') }),
  };
  const shown: typeof problems = isAsked ? problems : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problems).length > 0 || data === undefined) return;
    put.mutate(next);
  };
  const coming = closures.filter(({ endDate }) => endDate >= today);
  return (
    <Dialog title={t('calendar.closeTitle', { site: site.name })} onClose={onClose}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field label={t('calendar.closeName')} hint={t('calendar.closeNameHint')} value={name} onChange={setName} />
        <div className="fields">
          <DateField label={t('calendar.closeFrom')} value={from} onChange={setFrom} error={shown.from} />
          <DateField label={t('calendar.closeTo')} value={to} onChange={setTo} error={shown.to} />
        </div>
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
            <ToldLine preview={preview.data} />
          </ul>
        )}
        <Refused error={put.error} />
        <div className="row" data-wrap="">
          <Button variant="primary" type="submit" isPending={put.isPending}>
            {count === 0 ? t('calendar.closeAct') : t('calendar.closeActTell', { count })}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
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
                  onPress={() => put.mutate(closures.filter((other) => other !== each))}
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
