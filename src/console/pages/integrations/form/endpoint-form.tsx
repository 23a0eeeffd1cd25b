import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../texts.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field } from '../../../ui/field.tsx';
import type { Endpoint } from '../queries.ts';
import { type Events, EventsField } from './events-field.tsx';
import { type Sites, SitesField } from './sites-field.tsx';

interface Form {
  readonly name: string;
  readonly url: string;
  readonly events: Events;
  readonly sites: Sites;
  readonly headerName: string;
  readonly headerValue: string;
  /** Whether the header that the endpoint has is taken away. */
  readonly isHeaderRemoved: boolean;
}

const EVERYTHING = '*';

const formOf = (endpoint: Endpoint | undefined): Form => ({
  name: endpoint?.name ?? '',
  url: endpoint?.url ?? '',
  events: {
    all: endpoint === undefined || endpoint.eventTypes.includes(EVERYTHING),
    chosen: endpoint?.eventTypes.filter((type) => type !== EVERYTHING) ?? [],
  },
  sites: { all: endpoint?.locationScope !== 'selected', ids: endpoint?.locationIds ?? [] },
  headerName: endpoint?.customHeader?.name ?? '',
  headerValue: '',
  isHeaderRemoved: false,
});

/** The header to send; undefined where it stays as it is. */
const headerOf = (form: Form, before: Endpoint | undefined): Schemas['CreateWebhookRequest']['customHeader'] => {
  const had = before?.customHeader ?? null;
  if (form.isHeaderRemoved) return null;
  const name = form.headerName.trim();
  if (name === '' || form.headerValue === '') return undefined;
  return had === null || form.headerValue !== '' ? { name, value: form.headerValue } : undefined;
};

/** The form of an endpoint, with what it lacks. */
export const useEndpointForm = (before?: Endpoint) => {
  const t = useText();
  const [form, setForm] = useState<Form>(() => formOf(before));
  const [isChecked, setChecked] = useState(false);
  const hasValue = (before?.customHeader ?? null) !== null && form.headerName.trim() === before?.customHeader?.name;
  const isHalf = (form.headerName.trim() === '') !== (form.headerValue === '') && !hasValue && !form.isHeaderRemoved;
  // A name and a value belong together, and the value of another name is not known here.
  const problems: Partial<Record<keyof Form, string>> = {
    ...(form.name.trim() === '' ? { name: t('integrations.nameMissing') } : {}),
    ...(form.url.trim() === '' ? { url: t('integrations.urlMissing') } : {}),
    ...(!form.events.all && form.events.chosen.length === 0 ? { events: t('integrations.whichMissing') } : {}),
    ...(!form.sites.all && form.sites.ids.length === 0 ? { sites: t('integrations.whereMissing') } : {}),
    ...(isHalf ? { headerName: t('integrations.headerMissing') } : {}),
  };
  return {
    form,
    before,
    set: (changed: Partial<Form>) => setForm((now) => ({ ...now, ...changed })),
    problems: isChecked ? problems : {},
    /** What is sent; undefined while something is missing, which is then shown. */
    check: (): Schemas['CreateWebhookRequest'] | undefined => {
      setChecked(true);
      if (Object.keys(problems).length > 0) return undefined;
      const header = headerOf(form, before);
      return {
        name: form.name.trim(),
        url: form.url.trim(),
        eventTypes: form.events.all ? [EVERYTHING] : [...form.events.chosen],
        locationScope: form.sites.all ? 'all' : 'selected',
        locationIds: form.sites.all ? [] : [...form.sites.ids],
        ...(header === undefined ? {} : { customHeader: header }),
      };
    },
  };
};

interface EndpointFieldsProps extends ReturnType<typeof useEndpointForm> {
  /** What the server refused. */
  readonly error: unknown;
}

/** The fields of an endpoint, each with what is wrong about it. */
export const EndpointFields = ({ form, before, set, problems, error }: EndpointFieldsProps) => {
  const t = useText();
  const refused = (param: string): string | undefined => (error instanceof ApiError ? error.detail(param) : undefined);
  const hadHeader = (before?.customHeader ?? null) !== null;
  return (
    <>
      <Field
        label={t('integrations.name')}
        hint={t('integrations.nameHint')}
        value={form.name}
        onChange={(name) => set({ name })}
        error={problems.name ?? refused('name')}
        maxLength={100}
        autoComplete="off"
        autoFocus={before === undefined}
      />
      <Field
        label={t('integrations.url')}
        hint={t('integrations.urlHint')}
        type="url"
        inputMode="url"
        value={form.url}
        onChange={(url) => set({ url })}
        error={problems.url ?? refused('url')}
        maxLength={2048}
        autoComplete="off"
      />
      <EventsField value={form.events} onChange={(events) => set({ events })} error={problems.events} />
      <SitesField value={form.sites} onChange={(sites) => set({ sites })} error={problems.sites} />
      <fieldset className="stack">
        <legend className="label">{t('integrations.header')}</legend>
        <p className="hint">{t('integrations.headerHint')}</p>
        {!form.isHeaderRemoved && (
          <div className="fields">
            <Field
              label={t('integrations.headerName')}
              value={form.headerName}
              onChange={(headerName) => set({ headerName })}
              error={problems.headerName ?? refused('customHeader')}
              maxLength={100}
              autoComplete="off"
              placeholder="X-Token"
            />
            <Field
              label={t('integrations.headerValue')}
              value={form.headerValue}
              onChange={(headerValue) => set({ headerValue })}
              hint={hadHeader ? t('integrations.headerSet') : undefined}
              maxLength={4096}
              autoComplete="off"
            />
          </div>
        )}
        {hadHeader && (
          <CheckField
            label={t('integrations.headerRemove')}
            isSelected={form.isHeaderRemoved}
            onChange={(isHeaderRemoved) => set({ isHeaderRemoved })}
          />
        )}
      </fieldset>
    </>
  );
};
