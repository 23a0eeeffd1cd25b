import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';

interface SitesFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The ids of the chosen sites, with commas between. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

/** Chooses sites; no site chosen stands for every site. Absent where the studio has one site. */
export const SitesField = ({ label, hint, value, onChange, error }: SitesFieldProps) => {
  const t = useText();
  const { sites } = useMe();
  if (sites.length < 2) return error === undefined ? null : <p className="error">{error}</p>;
  return (
    <CheckboxGroup
      className="field"
      value={value.split(',').filter((id) => id !== '')}
      onChange={(ids) => onChange(ids.toSorted().join(','))}
    >
      <Label className="label">{label}</Label>
      {sites.map(({ id, name, isDigital }) => (
        <Checkbox key={id} value={id} className="check-label">
          <span className="check" aria-hidden="true" />
          <span>
            {name}
            {isDigital && <span className="hint">{t('staff.onlineSite')}</span>}
          </span>
        </Checkbox>
      ))}
      {error === undefined ? <span className="hint">{hint}</span> : <span className="error">{error}</span>}
    </CheckboxGroup>
  );
};
