import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nowMs } from '../../../clock.ts';
import { EditForm } from '../../../edit/edit-form.tsx';
import { type Edit, useEdit } from '../../../edit/use-edit.ts';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCountryChoices, useCurrencyChoices, useZoneChoices } from '../../../ui/place-choices.ts';
import { type Choice, Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { say } from '../../../ui/toasts.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { ClosuresField } from './closures-field.tsx';
import { bodyOf, fieldsOf } from './fields.ts';
import { HoursField } from './hours-field.tsx';
import { patchSite, type SiteBody, type SiteVersion, sitePreviewQuery, siteQuery } from './queries.ts';
import { RoomsField } from './rooms-field.tsx';
import { SameHours } from './same-hours.tsx';
import { SiteOutcome } from './site-outcome.tsx';
import { useSiteWords } from './site-words.ts';

interface OneProps {
  readonly edit: Edit;
  readonly path: string;
  readonly hint?: string;
}

/** A field of the form. Once it is changed, it says what was there before. */
const useOne = ({ edit, path, hint }: OneProps) => {
  const t = useText();
  const { nameOf, shownOf } = useSiteWords();
  const isChanged = path in edit.changed;
  const before = isChanged ? t('edit.before', { value: shownOf(path, edit.base[path] ?? '') }) : undefined;
  return {
    shared: {
      label: nameOf(path),
      value: edit.draft[path] ?? '',
      onChange: (value: string) => edit.set(path, value),
    },
    hint: [hint, before].filter((each) => each !== undefined).join(' ') || undefined,
    isChanged: isChanged ? '' : undefined,
  };
};

const Typed = (props: OneProps & { type?: 'text' | 'email' | 'tel' | 'url'; isLong?: boolean }) => {
  const { edit, path, type = 'text', isLong = false } = props;
  const { shared, hint, isChanged } = useOne(props);
  const all = { ...shared, hint, name: path, autoComplete: 'off', error: edit.error?.detail(path) };
  return (
    <div className="one" data-changed={isChanged} data-wide={isLong ? '' : undefined}>
      {isLong ? <AreaField {...all} /> : <Field {...all} type={type} />}
    </div>
  );
};

const Chosen = (props: OneProps & { choices: readonly Choice[] }) => {
  const { shared, hint, isChanged } = useOne(props);
  return (
    <div className="one" data-changed={isChanged}>
      <Select {...shared} choices={props.choices} {...(hint === undefined ? {} : { hint })} />
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

/** What a change of closures or of the zone sends; other changes touch no class. */
const touching = ({ timezone, closures }: SiteBody): SiteBody | undefined => {
  const body = { ...(timezone === undefined ? {} : { timezone }), ...(closures === undefined ? {} : { closures }) };
  return Object.keys(body).length === 0 ? undefined : body;
};

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** Half typed dates are not asked about. */
const isWhole = (body: SiteBody | undefined): boolean =>
  (body?.closures ?? []).every(
    ({ startDate, endDate }) => isDate(startDate) && isDate(endDate) && endDate >= startDate,
  );

/** A site with its address, hours, rooms and closures, to change. What falls with a change is said before it is saved. */
export const SiteForm = ({ version }: { version: SiteVersion }) => {
  const t = useText();
  const queries = useQueryClient();
  const words = useSiteWords();
  const { site } = version;
  const { localDate, time } = useFormats(site.timezone);
  const query = siteQuery(site.id);
  const edit = useEdit<SiteVersion>({
    current: version,
    fieldsOf: (each) => fieldsOf(each.site),
    changedAt: (each) => each.site.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) => patchSite(over, bodyOf(changed, { ...fieldsOf(over.site), ...changed })),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      for (const key of ['site', 'me', 'calendar', 'day']) void queries.invalidateQueries({ queryKey: [key] });
      say(t('laterWords.saved'));
    },
  });
  const body = bodyOf(edit.changed, edit.draft);
  const asked = useSettled(isWhole(body) ? touching(body) : undefined);
  const preview = useQuery(sitePreviewQuery(site.id, asked));
  const countries = useCountryChoices(t('settings.nothing'));
  const currencies = useCurrencyChoices(site.currency);
  const zones = useZoneChoices(site.timezone);
  const told = asked === undefined ? 0 : (preview.data?.toldCount ?? 0);
  const isDigital = edit.draft.isDigital === 'yes';
  return (
    <EditForm
      edit={edit}
      words={words}
      className="rules"
      problem={() => (edit.draft.name?.trim() === '' ? 'name' : undefined)}
      saveLabel={told === 0 ? undefined : t('sites.saveAndTell', { count: told })}
    >
      <Part title={t('sites.partAbout')}>
        <div className="fields">
          <Typed edit={edit} path="name" />
          <Typed edit={edit} path="code" hint={t('sites.codeHint')} />
          <Typed edit={edit} path="phone" type="tel" />
          <Typed edit={edit} path="email" type="email" />
          <Typed edit={edit} path="websiteUrl" type="url" />
          <Typed edit={edit} path="description" isLong />
        </div>
      </Part>
      <Part title={t('sites.partPlace')}>
        <div className="stack" data-gap="wide">
          <SwitchField
            label={t('sites.digital')}
            hint={t('sites.digitalHint')}
            isSelected={isDigital}
            onChange={(isOn) => edit.set('isDigital', isOn ? 'yes' : 'no')}
          />
          {!isDigital && (
            <div className="fields">
              <Typed edit={edit} path="address.line1" />
              <Typed edit={edit} path="address.line2" />
              <Typed edit={edit} path="address.postalCode" />
              <Typed edit={edit} path="address.city" />
              <Typed edit={edit} path="address.state" />
              <Chosen edit={edit} path="address.country" choices={countries} />
            </div>
          )}
          <div className="fields">
            <Chosen
              edit={edit}
              path="timezone"
              choices={zones}
              hint={'timezone' in edit.changed ? t('sites.zoneChanges') : t('sites.zoneHint', { time: time(nowMs()) })}
            />
            <Chosen edit={edit} path="currency" choices={currencies} hint={t('sites.currencyHint')} />
          </div>
        </div>
      </Part>
      {!isDigital && (
        <Part title={t('sites.hours')} hint={t('sites.hoursHint')} isChanged={'openingHours' in edit.changed}>
          <HoursField edit={edit} />
          <SameHours edit={edit} />
        </Part>
      )}
      <Part title={t('sites.rooms')} hint={t('sites.roomsHint')} isChanged={'rooms' in edit.changed}>
        <RoomsField edit={edit} />
      </Part>
      <Part title={t('sites.closures')} hint={t('sites.closuresHint')} isChanged={'closures' in edit.changed}>
        <ClosuresField edit={edit} today={localDate(nowMs())} />
      </Part>
      {asked !== undefined && (
        <SiteOutcome
          preview={preview.data}
          error={preview.error}
          isChecking={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
    </EditForm>
  );
};
