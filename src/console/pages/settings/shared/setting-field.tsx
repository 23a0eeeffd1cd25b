import type { ReactNode } from 'react';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { LengthField } from '../../../ui/length-field.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import type { Spec } from './specs.ts';
import type { SettingWords } from './words.ts';

interface SettingFieldProps {
  readonly spec: Spec;
  readonly edit: Edit;
  readonly words: SettingWords;
  readonly isSite: boolean;
  /** Whether it is the brand's. */
  readonly own: ReactNode;
}

const INPUT_MODES = { percent: 'decimal', text: 'text', email: 'email' } as const;

/** What takes a few letters has a field of a few letters. */
const SHORT: readonly string[] = ['number', 'money', 'percent'];

const AGREEMENT_ROWS = 8;
const WEBSITE_ROWS = 3;

/** One setting: its name, what it does, what it is by default, and what it was before where it is changed. */
export const SettingField = ({ spec, edit, words, isSite, own }: SettingFieldProps) => {
  const t = useText();
  const { path, type, usual } = spec;
  const value = edit.draft[path] ?? '';
  const isChanged = path in edit.changed;
  const name = t(spec.name);
  const empty = type.kind === 'number' && type.empty !== undefined;
  const hint = [
    t(spec.hint),
    empty && (isSite ? t('settings.emptyAsBrand') : t('settings.emptyMeans', { meaning: t(type.empty) })),
    // What is as it is by default need not be said.
    usual !== undefined && usual !== value && t('settings.usual', { value: words.shown(spec, usual) }),
    // A whole text is too long to be said twice.
    isChanged && type.kind !== 'agreement' && t('edit.before', { value: words.shown(spec, edit.base[path] ?? '') }),
  ]
    .filter((each) => typeof each === 'string')
    .join(' ');
  const set = (next: string): void => edit.set(path, next);
  const refused = edit.error?.details.find(
    ({ param = '' }) => param.startsWith(path) && /^(?:[.[]|$)/.test(param.slice(path.length)),
  );
  // What the server says of one of several addresses is for programs.
  const error = refused !== undefined && type.kind === 'websites' ? t('members.websiteWrong') : refused?.message;
  const control = (): ReactNode => {
    switch (type.kind) {
      case 'switch':
      case 'among':
        return (
          <SwitchField
            label={name}
            hint={hint}
            isSelected={value === 'yes'}
            onChange={(isOn) => set(isOn ? 'yes' : 'no')}
          />
        );
      case 'choice':
        return (
          <RadioField
            label={name}
            hint={hint}
            value={value}
            choices={type.answers.map(({ id, label, hint: more }) => ({
              id,
              label: t(label),
              ...(more === undefined ? {} : { hint: t(more) }),
            }))}
            onChange={set}
          />
        );
      case 'list':
        return <Select label={name} choices={type.choices} value={value} onChange={set} hint={hint} />;
      case 'agreement':
      case 'websites':
        return (
          <AreaField
            name={path}
            label={name}
            rows={type.kind === 'agreement' ? AGREEMENT_ROWS : WEBSITE_ROWS}
            value={value}
            onChange={set}
            error={error}
            hint={hint}
            spellCheck={type.kind === 'agreement' ? 'true' : 'false'}
          />
        );
      case 'number': {
        const own = { name: path, label: name, value, onChange: set, error, hint };
        return type.unit === undefined ? (
          <Field {...own} inputMode="numeric" autoComplete="off" />
        ) : (
          <LengthField {...own} unit={type.unit} />
        );
      }
      case 'money':
        return (
          <MoneyField
            name={path}
            label={name}
            currency={words.currency}
            value={value}
            onChange={set}
            error={error}
            hint={hint}
          />
        );
      default:
        return (
          <Field
            name={path}
            label={name}
            type={type.kind === 'email' ? 'email' : 'text'}
            inputMode={INPUT_MODES[type.kind]}
            autoComplete="off"
            value={value}
            onChange={set}
            error={error}
            hint={hint}
          />
        );
    }
  };
  return (
    <div className="rule">
      <div
        className="one wide"
        data-changed={isChanged ? '' : undefined}
        data-short={SHORT.includes(type.kind) ? '' : undefined}
      >
        {control()}
      </div>
      {own}
    </div>
  );
};
