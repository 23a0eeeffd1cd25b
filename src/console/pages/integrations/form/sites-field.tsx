import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';

/** All sites, also later ones, or some. */
export interface Sites {
  readonly all: boolean;
  readonly ids: readonly string[];
}

interface SitesFieldProps {
  readonly value: Sites;
  readonly onChange: (value: Sites) => void;
  readonly error: string | undefined;
}

/** At which sites something holds; nothing to choose where there is one site. */
export const SitesField = ({ value: { all, ids }, onChange, error }: SitesFieldProps) => {
  const t = useText();
  const { sites } = useMe();
  if (sites.length < 2 && all) return null;
  return (
    <div className="stack">
      <RadioField
        label={t('integrations.where')}
        value={all ? 'all' : 'some'}
        onChange={(id) => onChange({ all: id === 'all', ids })}
        choices={[
          { id: 'all', label: t('integrations.whereAll'), hint: t('integrations.whereAllHint') },
          { id: 'some', label: t('integrations.whereSome') },
        ]}
      />
      {!all && (
        <fieldset className="stack choices">
          <legend className="visually-hidden">{t('integrations.whereSome')}</legend>
          {sites.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              isSelected={ids.includes(id)}
              onChange={(isOn) => onChange({ all, ids: isOn ? [...ids, id] : ids.filter((each) => each !== id) })}
            />
          ))}
        </fieldset>
      )}
      {error !== undefined && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
