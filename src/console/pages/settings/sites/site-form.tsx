import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { isDate } from '../../../base/time/local-time.ts';
import { nowMs } from '../../../base/time/now.ts';
import { type Day, dayName, weekFrom } from '../../../base/time/weekdays.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { type RecordForm, useEditedRecord } from '../../../forms/use-record-form.tsx';
import { type OpeningHour, type SiteDraft, siteFields } from '../../../parts/settings/site-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { ClosuresField } from './closures-field.tsx';
import { HoursField } from './hours-field.tsx';
import { patchSite, type SiteBody, type SiteVersion, sitePreviewQuery, siteQuery } from './queries.ts';
import { RoomsField } from './rooms-field.tsx';
import { SiteOutcome } from './site-outcome.tsx';
import { useShownOfSite, useSiteChoices } from './site-words.ts';

/** Gives every day the hours of the first day that has some. Absent while they are the same already. */
const SameHours = ({ form }: { form: RecordForm<SiteDraft> }) => {
  const t = useText();
  const { locale } = useFormats();
  const { studio } = useMe();
  const hours = form.draft.openingHours;
  const week = weekFrom(studio.weekStart);
  const of = (day: Day): readonly OpeningHour[] => hours.filter((each) => each.day === day);
  const timesOf = (day: Day): string => JSON.stringify(of(day).map(({ open, close }) => [open, close]));
  const first = week.find((day) => of(day).length > 0);
  if (first === undefined || week.every((day) => timesOf(day) === timesOf(first))) return null;
  const copy = (): void => {
    const everyDay = week.flatMap((day) => of(first).map((each) => ({ ...each, day })));
    form.set('openingHours', everyDay);
  };
  return (
    <div>
      <Button size="small" onPress={copy}>
        {t('sites.sameHours', { day: dayName(first, locale, 'long') })}
      </Button>
    </div>
  );
};

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly isChanged?: boolean;
  readonly children: ReactNode;
}

const Part = ({ title, hint, isChanged = false, children }: PartProps) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body stack">
      {hint !== undefined && <p className="small quiet">{hint}</p>}
      <div className="one" data-changed={isChanged ? '' : undefined}>
        {children}
      </div>
    </div>
  </section>
);

/** A list of a site, such as its rooms, in a card of its own. */
const ListPart = ({
  form,
  name,
  children,
}: {
  form: RecordForm<SiteDraft>;
  name: keyof SiteDraft;
  children: ReactNode;
}) => {
  const t = useText();
  const { label, hint } = siteFields.specs[name] ?? {};
  if (label === undefined || typeof hint !== 'string') return null;
  return (
    <Part title={t(label)} hint={t(hint)} isChanged={form.changed.includes(name)}>
      {children}
    </Part>
  );
};

const ADDRESS = [
  'address.line1',
  'address.line2',
  'address.postalCode',
  'address.city',
  'address.state',
  'address.country',
] as const;
/** The fields outside the first card. */
const ELSEWHERE = ['isDigital', ...ADDRESS, 'timezone', 'currency', 'openingHours', 'rooms', 'closures'] as const;

/** What a change of closures or of the zone sends; other changes touch no class. */
const touching = ({ timezone, closures }: SiteBody): SiteBody | undefined => {
  const body = { ...(timezone === undefined ? {} : { timezone }), ...(closures === undefined ? {} : { closures }) };
  return Object.keys(body).length === 0 ? undefined : body;
};

/** Half typed dates are not asked about. */
const isWhole = (body: SiteBody | undefined): boolean =>
  (body?.closures ?? []).every(
    ({ startDate, endDate }) => isDate(startDate) && isDate(endDate) && endDate >= startDate,
  );

/** A site with its address, hours, rooms and closures, to change. What falls with a change is shown before it is saved. */
export const SiteForm = ({ version }: { version: SiteVersion }) => {
  const t = useText();
  const { studio } = useMe();
  const { data: site } = version;
  const { localDate, time, wallTime } = useFormats(site.timezone);
  const form = useEditedRecord(siteFields, {
    kind: 'site',
    version,
    query: siteQuery(site.id),
    choices: useSiteChoices(site),
    shown: useShownOfSite(),
    keepsHints: true,
    write: (body, header) => patchSite(site.id, body, header),
    onSaved: () => {},
  });
  const { draft, changed } = form;
  const body = siteFields.patchOf(draft, changed, studio);
  const asked = useSettled(isWhole(body) ? touching(body) : undefined);
  const preview = useQuery(sitePreviewQuery(site.id, asked));
  const notified = asked === undefined ? 0 : (preview.data?.notifiedCount ?? 0);
  return (
    <PageForm
      form={form}
      className="rules"
      act={notified === 0 ? undefined : t('sites.saveAndTell', { count: notified })}
    >
      <Part title={t('sites.partAbout')}>
        <FormFields form={form} without={ELSEWHERE} isGrid />
      </Part>
      <Part title={t('sites.partPlace')}>
        <div className="stack" data-gap="wide">
          <FormFields form={form} only={['isDigital']} />
          {!draft.isDigital && <FormFields form={form} only={ADDRESS} isGrid />}
          <FormFields
            form={form}
            only={['timezone', 'currency']}
            hints={{
              timezone: changed.includes('timezone')
                ? t('sites.zoneChanges', { time: wallTime('18:00') })
                : t('sites.zoneHint', { time: time(nowMs()) }),
            }}
            isGrid
          />
        </div>
      </Part>
      {!draft.isDigital && (
        <ListPart form={form} name="openingHours">
          <HoursField form={form} />
          <SameHours form={form} />
        </ListPart>
      )}
      <ListPart form={form} name="rooms">
        <RoomsField form={form} />
      </ListPart>
      <ListPart form={form} name="closures">
        <ClosuresField form={form} today={localDate(nowMs())} />
      </ListPart>
      {asked !== undefined && (
        <SiteOutcome
          preview={preview.data}
          error={preview.error}
          isChecking={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
    </PageForm>
  );
};
