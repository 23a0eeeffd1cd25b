import { useText } from '../../../base/texts.tsx';
import { joined } from '../../../forms/record-fields.ts';
import type { Choices } from '../../../forms/use-field-words.ts';
import type { Part, Settings } from '../../../parts/settings/settings-record.ts';
import { useSettingWords } from '../../../parts/settings/words.ts';
import { useMe } from '../../../session/session.ts';

interface SettingsViewProps {
  readonly parts: readonly Part[];
  readonly settings: Settings;
  readonly choices: Choices | undefined;
}

/** Settings for who may not change them. What does not matter with the others is left out. */
export const SettingsView = ({ parts, settings, choices }: SettingsViewProps) => {
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
