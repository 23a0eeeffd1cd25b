import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { CredentialDraft } from '../../../parts/integrations/credential-record.ts';
import { useIsOwner, useMe } from '../../../session/session.ts';
import { PartError } from '../form/part-error.tsx';
import { SomeSites } from '../form/some-sites.tsx';
import { ScopeFields } from './scope-fields.tsx';

/** The fields of a key or a client. A person who is no owner gives no more than some of their own rights. */
export const CredentialFields = ({ form }: { form: RecordForm<CredentialDraft> }) => {
  const t = useText();
  const { hasAllSites } = useMe();
  const isOwner = useIsOwner();
  const { draft } = form;
  return (
    <>
      <FormFields form={form} only={['name', 'kind', 'origins']} without={hasAllSites ? [] : ['kind']} />
      {draft.kind !== 'publishable' && (
        <>
          <div className="stack">
            {isOwner ? (
              <FormFields form={form} only={['scopeOf']} />
            ) : (
              <div>
                <p className="label">{t('integrations.scopes')}</p>
                <p className="hint">{t('integrations.actsForYou')}</p>
              </div>
            )}
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
