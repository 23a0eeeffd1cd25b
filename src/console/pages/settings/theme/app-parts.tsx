import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { FEATURES, type LookDraft, lookFields } from '../../../parts/settings/theme-record.ts';
import { SettingOne } from '../shared/setting-field.tsx';
import { SettingsCard } from '../shared/settings-card.tsx';

interface SwitchedProps {
  readonly form: RecordForm<LookDraft>;
  readonly name: keyof LookDraft;
  readonly children?: ReactNode;
}

/** What is on or off, and what it is before anything is published. */
const Switched = ({ form, name, children }: SwitchedProps) => {
  const t = useText();
  const { hint, usual } = lookFields.specs[name] ?? {};
  const said = typeof hint === 'string' ? t(hint) : '';
  return (
    <div className="rule">
      <SettingOne
        form={form as unknown as RecordForm}
        name={name}
        isSite={false}
        ownHint={`${said} ${t('settings.usual', { value: t(usual === true ? 'settings.on' : 'settings.off') })}`}
        isWide
      />
      {form.draft[name] === true && children}
    </div>
  );
};

/** What the app of members shows, whether it says to come back later, and the milestones. */
export const AppParts = ({ form }: { form: RecordForm<LookDraft> }) => {
  const t = useText();
  return (
    <>
      <SettingsCard title={t('theme.partApp')}>
        <Switched form={form} name="isEnabled" />
        {FEATURES.map((name) => (
          <Switched key={name} form={form} name={name} />
        ))}
      </SettingsCard>
      <SettingsCard title={t('theme.partMaintenance')}>
        <Switched form={form} name="maintenance.active">
          <div className="stack">
            <FormFields form={form} only={['maintenance.message', 'maintenance.until']} isMarked />
          </div>
        </Switched>
      </SettingsCard>
      <SettingsCard title={t('theme.partMilestones')}>
        <FormFields form={form} only={['milestones.visits', 'milestones.minutes']} isMarked />
      </SettingsCard>
    </>
  );
};
