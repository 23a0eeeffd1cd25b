import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormCard } from '../../../forms/form-card.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { joined } from '../../../forms/record-fields.ts';
import { clientFields, propertyFields } from '../../../parts/client/client-record.ts';
import type { Version } from '../../../parts/client/queries.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { CustomProperties } from './custom-properties.tsx';
import { useClientForm } from './use-client-form.ts';

const CONSENTS = ['marketingConsent.email', 'marketingConsent.sms', 'marketingConsent.push'] as const;

/** Everything that is known of a client, to change. Only what was changed is sent. */
export const DetailsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const { sites } = useMe();
  const [added, setAdded] = useState<readonly string[]>([]);
  const properties = [...new Set([...Object.keys(version.data.customProperties), ...added])];
  const form = useClientForm({ version, fields: joined([clientFields, propertyFields(properties)]) });
  const mayChangeSignIn = useCan()('clients:change_sign_in');
  const signsOut = form.changed.includes('email') ? t('client.emailSignsOut') : undefined;
  const emailNote = mayChangeSignIn ? signsOut : t('client.emailOfMember');
  return (
    <PageForm form={form} className="details">
      <FormCard title={t('client.partPerson')}>
        <FormFields
          form={form}
          isGrid
          only={['firstName', 'lastName', 'dateOfBirth', 'gender', 'homeLocationId', 'leadSource']}
          without={sites.length > 1 ? [] : ['homeLocationId']}
        />
      </FormCard>
      <FormCard title={t('client.partContact')}>
        <FormFields
          form={form}
          isGrid
          only={[
            'email',
            'phone',
            'address.line1',
            'address.line2',
            'address.postalCode',
            'address.city',
            'address.state',
            'address.country',
          ]}
          hints={emailNote === undefined ? {} : { email: emailNote }}
        />
      </FormCard>
      <FormCard title={t('client.partEmergency')}>
        <FormFields
          form={form}
          isGrid
          only={[
            'emergencyContact.name',
            'emergencyContact.relationship',
            'emergencyContact.phone',
            'emergencyContact.email',
          ]}
        />
      </FormCard>
      <FormCard title={t('clients.waiver')}>
        <FormFields form={form} isGrid only={['waiver.status', 'waiver.version', 'waiver.signedAt']} />
      </FormCard>
      <FormCard title={t('client.partConsent')}>
        <div className="stack" data-gap="wide">
          <div className="stack">
            <FormFields form={form} only={CONSENTS} />
          </div>
          <FormFields form={form} isGrid only={['leaderboardVisibility', 'preferredLocale']} />
        </div>
      </FormCard>
      <FormCard title={t('client.partCard')}>
        <FormFields form={form} isGrid only={['barcode', 'fobNumber']} />
      </FormCard>
      <FormCard title={t('client.partNotes')}>
        <FormFields form={form} isGrid only={['notes']} />
      </FormCard>
      <CustomProperties
        form={form}
        names={properties}
        stored={Object.keys(version.data.customProperties)}
        onAdd={(name) => setAdded([...added, name])}
      />
    </PageForm>
  );
};
