import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';

interface SitesFieldProps {
  readonly value: readonly string[];
  /** Called with the ids in order. */
  readonly onChange: (ids: string[]) => void;
}

/** A box for each site at which something holds; without any it holds at all of them. */
export const SitesField = ({ value, onChange }: SitesFieldProps) => {
  const t = useText();
  const { sites } = useMe();
  return (
    <CheckboxGroup className="field" value={[...value]} onChange={(ids) => onChange(ids.toSorted())}>
      <Label className="label">{t('plans.sites')}</Label>
      {sites.map(({ id, name }) => (
        <Checkbox key={id} value={id} className="check-label">
          <span className="check" aria-hidden="true" />
          <span>{name}</span>
        </Checkbox>
      ))}
      <span className="hint">{t('plans.sitesHint')}</span>
    </CheckboxGroup>
  );
};
