import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EndpointDraft } from '../../../parts/integrations/endpoint-record.ts';
import { EventFamilies } from './event-families.tsx';
import { PartError } from './part-error.tsx';
import { SomeSites } from './some-sites.tsx';

/** The fields of an endpoint, each with what is wrong about it. */
export const EndpointFields = ({ form }: { form: RecordForm<EndpointDraft> }) => {
  const t = useText();
  const { draft } = form;
  return (
    <>
      <FormFields form={form} only={['name', 'url']} />
      <div className="stack">
        <FormFields form={form} only={['eventScope']} />
        {draft.eventScope === 'some' && (
          <EventFamilies chosen={draft.eventTypes} onChoose={(types) => form.set('eventTypes', types)} />
        )}
        <PartError error={form.errorOf('eventTypes')} />
      </div>
      <SomeSites
        isAll={draft.locationScope === 'all'}
        chosen={draft.locationIds}
        onChoose={(ids) => form.set('locationIds', ids)}
        error={form.errorOf('locationIds')}
      >
        <FormFields form={form} only={['locationScope']} />
      </SomeSites>
      <fieldset className="stack">
        <legend className="label">{t('integrations.header')}</legend>
        <p className="hint">{t('integrations.headerHint')}</p>
        <FormFields form={form} only={['headerName', 'headerValue', 'isHeaderRemoved']} />
      </fieldset>
    </>
  );
};
