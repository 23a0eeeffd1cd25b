import { useText } from '../../../base/texts.tsx';
import { joined } from '../../../forms/record-fields.ts';
import { MAILS } from '../../../parts/settings/mails/mails-record.ts';
import type { Settings } from '../../../parts/settings/settings-record.ts';
import { useSettingWords } from '../../../parts/settings/words.ts';
import { useMe } from '../../../session/session.ts';

const fields = joined(MAILS.map((part) => part.fields));

/** The settings of mails for who may not change them. */
export const RulesView = ({ settings }: { settings: Settings }) => {
  const t = useText();
  const { studio } = useMe();
  const { nameOf, shownOf } = useSettingWords(fields.specs, settings.payment.currency);
  const held = fields.valuesOf(settings, studio);
  return (
    <section className="card" aria-label={t('mails.rules')}>
      <header>
        <h2>{t('mails.rules')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('settings.readOnly')}</p>
        <dl className="settings-read ruled">
          {Object.entries(fields.specs)
            // What belongs to something that is off is not said.
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
  );
};
