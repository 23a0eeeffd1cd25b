import { useText } from '../../../base/texts.tsx';
import { joined } from '../../../forms/record-fields.ts';
import { MAILS } from '../../../parts/settings/mails/mails-record.ts';
import type { Settings } from '../../../parts/settings/settings-record.ts';
import { useSettingWords } from '../../../parts/settings/words.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Scoped } from '../shared/scoped.tsx';
import { RulesForm } from './rules-form.tsx';

const fields = joined(MAILS.map((part) => part.fields));

/** The settings of emails for anyone who may not change them. */
const RulesView = ({ settings }: { settings: Settings }) => {
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

interface RulesTabProps {
  readonly site: string | undefined;
  readonly onSite: (id: string | undefined) => void;
}

/** Who writes the emails of the studio or of a site, which emails go, and when. */
export const RulesTab = ({ site, onSite }: RulesTabProps) => {
  const can = useCan();
  return (
    <Scoped site={site} onSite={onSite}>
      {(siteId, version) =>
        can('settings:write') ? (
          <RulesForm key={siteId ?? 'brand'} siteId={siteId} version={version} />
        ) : (
          <RulesView settings={version.data} />
        )
      }
    </Scoped>
  );
};
