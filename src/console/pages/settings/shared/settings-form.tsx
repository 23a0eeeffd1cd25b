import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { joined } from '../../../forms/record-fields.ts';
import type { Choices } from '../../../forms/use-field-words.ts';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { patchSettings, settingsQuery, type Version } from '../../../parts/settings/queries.ts';
import { type Part, type Settings, valueAt } from '../../../parts/settings/settings-record.ts';
import { useSettingWords, useShownOfSetting } from '../../../parts/settings/words.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { OwnValue } from './own-value.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingsCard } from './settings-card.tsx';

interface SettingsViewProps {
  readonly parts: readonly Part[];
  readonly settings: Settings;
  readonly choices: Choices | undefined;
}

/** Settings for anyone who may not change them. What does not matter with the others is left out. */
const SettingsView = ({ parts, settings, choices }: SettingsViewProps) => {
  const t = useText();
  const { studio } = useMe();
  const all = joined(parts.map(({ fields }) => fields));
  const { nameOf, shownOf } = useSettingWords(all.specs, settings.payment.currency, choices);
  const held = all.valuesOf(settings, studio);
  return (
    <>
      <p className="quiet">{t('settings.readOnly')}</p>
      {parts.map(({ title, fields }) => (
        <section key={title} className="card" aria-label={t(title)}>
          <header>
            <h2>{t(title)}</h2>
          </header>
          <div className="body">
            <dl className="settings-read ruled">
              {Object.entries(fields.specs)
                .filter(([, { when }]) => when?.(held) ?? true)
                .map(([name]) => (
                  <div key={name}>
                    <dt>{nameOf(name)}</dt>
                    <dd>{shownOf(name, held[name] ?? '')}</dd>
                  </div>
                ))}
            </dl>
          </div>
        </section>
      ))}
    </>
  );
};

/** Which version of a text members agree to now; nothing for another setting. */
const TextVersion = ({ settings, path }: { settings: Settings; path: string }) => {
  const t = useText();
  const value = valueAt(settings, path);
  if (typeof value !== 'object' || value === null || !('version' in value)) return null;
  return <p className="small quiet">{t('members.version', { version: String(value.version) })}</p>;
};

interface SettingsFormProps {
  readonly siteId: string | undefined;
  readonly version: Version;
  readonly parts: readonly Part[];
  /** What the page reads for fields that are chosen from it. */
  readonly choices?: Choices;
  /** Below the settings, such as another card. */
  readonly children?: ReactNode;
}

/** Settings, to change: only what was changed is sent. Anyone who may not change them reads them. */
export const SettingsForm = (props: SettingsFormProps) => {
  const can = useCan();
  const { siteId, parts, version, choices, children } = props;
  const shown = parts.filter(({ isOfBrand = false }) => siteId === undefined || !isOfBrand);
  if (can('settings:write')) return <Editing key={siteId ?? 'brand'} {...props} parts={shown} />;
  return (
    <div className="stack rules" data-gap="wide">
      <SettingsView parts={shown} settings={version.data} choices={choices} />
      {children}
    </div>
  );
};

/** The form of some settings, all of which the studio has, or one site of it. */
export const useSettingsForm = ({ siteId, version, parts, choices = {} }: Omit<SettingsFormProps, 'children'>) => {
  const fields = joined(parts.map((part) => part.fields));
  return useEditedRecord(fields, {
    kind: 'settings',
    version,
    // A site takes from the brand what it has not changed: all are read again.
    query: settingsQuery(siteId),
    choices,
    shown: useShownOfSetting(fields.specs, version.data.payment.currency),
    keepsHints: true,
    write: (body, header) => patchSettings(siteId, body, header),
  });
};

const Editing = (props: SettingsFormProps) => {
  const { siteId, version, parts, children } = props;
  const t = useText();
  const can = useCan();
  const form = useSettingsForm(props);
  const isShown = (name: string): boolean => {
    const { when, permission } = form.specs[name] ?? {};
    return (when?.(form.draft) ?? true) && (permission === undefined || can(permission));
  };
  return (
    <PageForm form={form} className="rules">
      {parts.map(({ title, fields }) => (
        <SettingsCard key={title} title={t(title)}>
          {Object.keys(fields.specs)
            .filter(isShown)
            .map((name) => (
              <SettingField
                key={name}
                form={form}
                name={name}
                isSite={siteId !== undefined}
                own={
                  <>
                    <TextVersion settings={version.data} path={name} />
                    <OwnValue siteId={siteId} version={version} path={name} name={form.words.nameOf(name)} />
                  </>
                }
              />
            ))}
        </SettingsCard>
      ))}
      {children}
    </PageForm>
  );
};
