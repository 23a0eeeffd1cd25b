import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { CredentialDraft } from '../../../parts/integrations/credential-record.ts';
import { PartError } from '../form/part-error.tsx';
import { SomeSites } from '../form/some-sites.tsx';
import { ScopeFields } from './scope-fields.tsx';

export const CredentialFields = ({ form }: { form: RecordForm<CredentialDraft> }) => {
  const { draft } = form;
  return (
    <>
      <FormFields form={form} only={['name', 'kind', 'origins']} />
      {draft.kind !== 'publishable' && (
        <>
          <div className="stack">
            <FormFields form={form} only={['scopeOf']} />
            {draft.scopeOf === 'some' && (
              <ScopeFields chosen={draft.scopes} onChoose={(scopes) => form.set('scopes', scopes)} />
            )}
            <PartError error={form.errorOf('scopes')} />
          </div>
          <SomeSites
            isAll={draft.siteScope === 'all'}
            chosen={draft.siteIds}
            onChoose={(ids) => form.set('siteIds', ids)}
            error={form.errorOf('siteIds')}
          >
            <FormFields form={form} only={['siteScope']} />
          </SomeSites>
        </>
      )}
      <FormFields form={form} only={['tier', 'until']} />
    </>
  );
};
