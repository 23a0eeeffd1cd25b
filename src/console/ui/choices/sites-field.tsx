import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';

interface SitesFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly string[];
  /** Called with the ids in order. */
  readonly onChange: (ids: string[]) => void;
  readonly error?: string | undefined;
  /** Whether sites that are online say so. */
  readonly marksOnline?: boolean | undefined;
}

/** A box for each site at which something holds; without any it holds at all of them. Absent where the studio has one site. */
export const SitesField = ({ label, hint, value, onChange, error, marksOnline = false }: SitesFieldProps) => {
  const t = useText();
  const { sites } = useMe();
  if (sites.length < 2) return error === undefined ? null : <p className="error">{error}</p>;
  return (
    <CheckboxGroup className="field" value={[...value]} onChange={(ids) => onChange(ids.toSorted())}>
      <Label className="label">{label}</Label>
      {sites.map(({ id, name, isDigital }) => (
        <Checkbox key={id} value={id} className="check-label">
          <span className="check" aria-hidden="true" />
          <span>
            {name}
            {marksOnline && isDigital && <span className="hint">{t('staff.onlineSite')}</span>}
          </span>
        </Checkbox>
      ))}
      {error === undefined ? <span className="hint">{hint}</span> : <span className="error">{error}</span>}
    </CheckboxGroup>
  );
};
