import { keysOf } from '../../../objects.ts';
import { useText } from '../../../texts.tsx';
import type { Settings } from '../shared/queries.ts';
import { fieldsOf, isSwitch, NAMES, type Path } from './notification-fields.ts';
import { useNotificationWords } from './notification-words.ts';

const PATHS = keysOf(NAMES);

/** The settings of mails for who may not change them. */
export const RulesView = ({ settings }: { settings: Settings }) => {
  const t = useText();
  const { nameOf, shownOf } = useNotificationWords();
  const fields = fieldsOf(settings.notification);
  // What belongs to something that is off is not said.
  const isSaid = (path: Path): boolean => {
    const [name = ''] = path.split('.');
    const isOn = fields[name] ?? fields[`${name}.enabled`];
    return isSwitch(path) || isOn !== 'no';
  };
  return (
    <section className="card" aria-label={t('mails.rules')}>
      <header>
        <h2>{t('mails.rules')}</h2>
      </header>
      <div className="body stack">
        <p className="quiet">{t('settings.readOnly')}</p>
        <dl className="settings-read">
          {PATHS.filter(isSaid).map((path) => (
            <div key={path}>
              <dt>{nameOf(path)}</dt>
              <dd>{shownOf(path, fields[path] ?? '')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
};
