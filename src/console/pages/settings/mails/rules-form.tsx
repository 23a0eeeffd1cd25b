import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { CLIENTS, MAILS, QUIET, SENDER, TEAM, WHEN } from '../../../parts/settings/mails/mails-record.ts';
import type { Version } from '../../../parts/settings/queries.ts';
import { useMe } from '../../../session/session.ts';
import { OwnValue } from '../shared/own-value.tsx';
import { SettingControl, SettingOne, type SettingsEdit } from '../shared/setting-field.tsx';
import { SettingsCard } from '../shared/settings-card.tsx';
import { useSettingsForm } from '../shared/settings-form.tsx';

interface RulesFormProps {
  readonly siteId: string | undefined;
  readonly version: Version;
}

interface PartProps extends RulesFormProps {
  readonly form: SettingsEdit;
}

/** Whether a setting is the brand's. */
const Own = ({ form, siteId, version, name }: PartProps & { readonly name: string }) => (
  <OwnValue siteId={siteId} version={version} path={name} name={form.words.nameOf(name)} />
);

interface SwitchedProps extends PartProps {
  readonly name: string;
  readonly hint?: string | undefined;
  /** What belongs to it while it is on. */
  readonly children?: ReactNode;
}

const Switched = ({ name, hint, children, ...part }: SwitchedProps) => {
  const { form, siteId } = part;
  return (
    <div className="one rule" data-path={name} data-changed={form.changed.includes(name) ? '' : undefined}>
      <SettingControl form={form} name={name} isSite={siteId !== undefined} ownHint={hint} />
      {form.draft[name] === true && children}
      <Own {...part} name={name} />
    </div>
  );
};

const HOURS = 'notification.quietHours';
const START = 'notification.quietHours.start';
const END = 'notification.quietHours.end';

const QuietHours = (part: PartProps) => {
  const t = useText();
  const { siteId } = part;
  const isSite = siteId !== undefined;
  return (
    <Switched {...part} name={HOURS} hint={isSite ? t('mails.quietHintSite') : undefined}>
      <div className="fields">
        <SettingOne form={part.form} name={START} isSite={isSite} />
        <SettingOne form={part.form} name={END} isSite={isSite} />
      </div>
    </Switched>
  );
};

/** What belongs to an email that is on. */
const INSIDE: Readonly<Record<string, string>> = {
  'notification.bookingReminder.enabled': 'notification.bookingReminder.minutesBefore',
  'notification.packageExpiring.enabled': 'notification.packageExpiring.daysBefore',
};

/** The form of the rules. Quiet hours that are turned on begin with usual ones; turned off, they are as they were. */
const useRulesForm = (props: RulesFormProps): SettingsEdit => {
  const form = useSettingsForm({ ...props, parts: MAILS });
  const { quietHours } = props.version.data.notification;
  return {
    ...form,
    set: (name, held) => {
      form.set(name, held);
      if (name !== HOURS) return;
      form.set(START, quietHours?.start ?? (held === true ? QUIET.start : ''));
      form.set(END, quietHours?.end ?? (held === true ? QUIET.end : ''));
    },
  };
};

/** Who writes the emails, which emails go, and when: to change. Only what was changed is sent. */
export const RulesForm = (props: RulesFormProps) => {
  const t = useText();
  const { studio } = useMe();
  const form = useRulesForm(props);
  const part = { ...props, form };
  const isSite = props.siteId !== undefined;
  const most = 'notification.maxPerDay';
  return (
    <PageForm form={form} className="rules">
      <SettingsCard title={t(SENDER.title)}>
        <div className="fields">
          {Object.keys(SENDER.fields.specs).map((name) => (
            <div key={name}>
              <SettingOne
                form={form}
                name={name}
                isSite={isSite}
                ownHint={name === 'notification.fromName' ? t('mails.fromNameHint', { name: studio.name }) : undefined}
              />
              <Own {...part} name={name} />
            </div>
          ))}
        </div>
      </SettingsCard>
      <SettingsCard title={t(CLIENTS.title)}>
        {Object.keys(CLIENTS.fields.specs)
          .filter((name) => !Object.values(INSIDE).includes(name))
          .map((name) => (
            <Switched key={name} {...part} name={name}>
              {INSIDE[name] !== undefined && <SettingOne form={form} name={INSIDE[name]} isSite={isSite} />}
            </Switched>
          ))}
      </SettingsCard>
      <SettingsCard title={t(WHEN.title)}>
        <QuietHours {...part} />
        <div className="rule">
          <SettingOne form={form} name={most} isSite={isSite} />
          <Own {...part} name={most} />
        </div>
      </SettingsCard>
      <SettingsCard title={t(TEAM.title)}>
        {Object.keys(TEAM.fields.specs).map((name) => (
          <Switched key={name} {...part} name={name} />
        ))}
      </SettingsCard>
    </PageForm>
  );
};
