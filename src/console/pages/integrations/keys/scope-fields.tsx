import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { FAMILIES, OF_A_PERMISSION, type Scope, SPECIAL, scopeIn } from '../../../parts/integrations/scope-words.ts';
import { useCan } from '../../../session/session.ts';
import { CheckField } from '../../../ui/fields/check-field.tsx';

const NOTHING = 'nothing';
const isFamily = (name: string): name is keyof typeof FAMILIES => Object.hasOwn(FAMILIES, name);
const permissionOf = (scope: string) => OF_A_PERMISSION.find((each) => each === scope);
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
  const now = scopeIn(chosen, name) ?? NOTHING;
  const choose = (next: string | undefined): void => {
    const others = chosen.filter((scope) => scope !== read && scope !== write);
    onChoose(next === read || next === write ? [...others, next] : others);
  };
  return (
    <div className="scope-row spread">
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

interface ScopeFieldsProps {
  readonly chosen: readonly Scope[];
  readonly onChoose: (scopes: Scope[]) => void;
}

/** What a key or a client may do, in words. */
export const ScopeFields = ({ chosen, onChoose }: ScopeFieldsProps) => {
  const t = useText();
  const can = useCan();
  const choose = (next: readonly Scope[]): void => onChoose(next.toSorted());
  const mayGive = (scope: string): boolean => {
    const permission = permissionOf(scope);
    return permission === undefined || can(permission);
  };
  return (
    <>
      <div className="scopes ruled">
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
          .filter(mayGive)
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
  );
};
