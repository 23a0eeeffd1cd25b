import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useText } from '../../../texts.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { FAMILIES, type Scope, SPECIAL } from './scope-words.ts';

/** What a key may do: everything, or some rights. */
export interface Scopes {
  readonly all: boolean;
  readonly chosen: readonly Scope[];
}

interface ScopesFieldProps {
  readonly value: Scopes;
  readonly onChange: (value: Scopes) => void;
  readonly error: string | undefined;
}

const NOTHING = 'nothing';
const isFamily = (name: string): name is keyof typeof FAMILIES => Object.hasOwn(FAMILIES, name);
const isSpecial = (name: string): name is keyof typeof SPECIAL => Object.hasOwn(SPECIAL, name);

interface FamilyProps {
  readonly name: keyof typeof FAMILIES;
  readonly chosen: readonly Scope[];
  readonly onChoose: (chosen: readonly Scope[]) => void;
}

const Family = ({ name, chosen, onChoose }: FamilyProps) => {
  const t = useText();
  const labelId = useId();
  const [read, write] = [`${name}:read`, `${name}:write`] as const;
  const now = chosen.find((scope) => scope === read || scope === write) ?? NOTHING;
  const choose = (next: string | undefined): void => {
    const others = chosen.filter((scope) => scope !== read && scope !== write);
    onChoose(next === read || next === write ? [...others, next] : others);
  };
  return (
    <div className="scope-row">
      <span id={labelId}>{t(FAMILIES[name])}</span>
      <ToggleButtonGroup
        className="segmented"
        aria-labelledby={labelId}
        disallowEmptySelection
        selectedKeys={[now]}
        onSelectionChange={(keys) => choose([...keys].map(String)[0])}
      >
        <ToggleButton id={NOTHING}>{t('integrations.scopeNone')}</ToggleButton>
        <ToggleButton id={read}>{t('integrations.scopeRead')}</ToggleButton>
        <ToggleButton id={write}>{t('integrations.scopeWrite')}</ToggleButton>
      </ToggleButtonGroup>
    </div>
  );
};

/** What a key or a client may do, in words. */
export const ScopesField = ({ value, onChange, error }: ScopesFieldProps) => {
  const t = useText();
  const { all, chosen } = value;
  const choose = (next: readonly Scope[]): void => onChange({ all, chosen: next });
  return (
    <div className="stack">
      <RadioField
        label={t('integrations.scopes')}
        value={all ? 'all' : 'some'}
        onChange={(id) => onChange({ all: id === 'all', chosen })}
        choices={[
          { id: 'some', label: t('integrations.scopesSome') },
          { id: 'all', label: t('integrations.scopesAll'), hint: t('integrations.scopesAllHint') },
        ]}
      />
      {!all && (
        <>
          <div className="scopes">
            {Object.keys(FAMILIES)
              .filter(isFamily)
              .map((name) => (
                <Family key={name} name={name} chosen={chosen} onChoose={choose} />
              ))}
          </div>
          <fieldset className="stack">
            <legend className="label">{t('integrations.special')}</legend>
            {Object.keys(SPECIAL)
              .filter(isSpecial)
              .map((scope) => (
                <CheckField
                  key={scope}
                  label={t(SPECIAL[scope])}
                  isSelected={chosen.includes(scope)}
                  onChange={(isOn) => choose(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
                />
              ))}
          </fieldset>
        </>
      )}
      {error !== undefined && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
