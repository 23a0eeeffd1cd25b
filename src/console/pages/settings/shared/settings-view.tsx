import { useText } from '../../../texts.tsx';
import type { Settings } from './queries.ts';
import { fieldsOf, type Part } from './specs.ts';
import { useSettingWords } from './words.ts';

interface SettingsViewProps {
  readonly parts: readonly Part[];
  readonly settings: Settings;
}

/** Settings for who may not change them. What does not matter with the others is left out. */
export const SettingsView = ({ parts, settings }: SettingsViewProps) => {
  const t = useText();
  const specs = parts.flatMap((part) => part.specs);
  const { shown } = useSettingWords(specs, settings.payment.currency);
  const fields = fieldsOf(specs, settings);
  return (
    <>
      <p className="quiet">{t('settings.readOnly')}</p>
      {parts.map((part) => (
        <section key={part.title} className="card" aria-label={t(part.title)}>
          <header>
            <h2>{t(part.title)}</h2>
          </header>
          <div className="body">
            <dl className="settings-read">
              {part.specs
                .filter(({ when }) => when?.(fields) ?? true)
                .map((spec) => (
                  <div key={spec.path}>
                    <dt>{t(spec.name)}</dt>
                    <dd>{shown(spec, fields[spec.path] ?? '')}</dd>
                  </div>
                ))}
            </dl>
          </div>
        </section>
      ))}
    </>
  );
};
