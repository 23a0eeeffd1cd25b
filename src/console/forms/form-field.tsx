import { present } from '../base/present.ts';
import { useText } from '../base/texts.tsx';
import { useMe } from '../session/session.ts';
import { MultiSelect } from '../ui/choices/multi-select.tsx';
import { Select, type SelectProps } from '../ui/choices/select.tsx';
import { SitesField } from '../ui/choices/sites-field.tsx';
import { AreaField } from '../ui/fields/area-field.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import { ChipsField } from '../ui/fields/chips-field.tsx';
import { DateField, MomentField } from '../ui/fields/date-field.tsx';
import { Field } from '../ui/fields/field.tsx';
import { LengthField } from '../ui/fields/length-field.tsx';
import { MoneyField } from '../ui/fields/money-field.tsx';
import { RadioField } from '../ui/fields/radio-field.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TimeField } from '../ui/fields/time-field.tsx';
import { listIn, textIn } from './record-fields.ts';
import type { Spec } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface ErrorSelectProps extends Omit<SelectProps, 'hint'> {
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

/** A select with what is wrong below it, in place of its hint. */
const SelectWithError = ({ hint, error, ...select }: ErrorSelectProps) => (
  <>
    <Select {...select} {...(hint === undefined || error !== undefined ? {} : { hint })} />
    {error !== undefined && (
      <p className="critical-text small" role="alert">
        {error}
      </p>
    )}
  </>
);

interface FormFieldProps {
  readonly form: RecordForm;
  readonly name: string;
  readonly spec: Spec;
  /** The answers that are offered; by default all. */
  readonly offered?: readonly string[] | undefined;
  /** The form begins here also where the record exists, as in a dialog. */
  readonly begins?: boolean;
  /** In place of the hint that is declared. */
  readonly ownHint?: string | undefined;
}

/** A declared field of a form. What is wrong with it is in place of its hint, and so is what it was before. */
export const FormField = ({ form, name, spec, offered, begins = form.isNew, ownHint }: FormFieldProps) => {
  const t = useText();
  const { studio, sites } = useMe();
  const { draft, isNew } = form;
  const hintKey = (isNew ? spec.newHint : undefined) ?? spec.hint;
  const said = typeof hintKey === 'function' ? hintKey(draft) : hintKey;
  const hint = ownHint ?? (said === undefined ? undefined : t(said));
  const label = spec.ownName ?? t(spec.label);
  const error = form.errorOf(name);
  const value = textIn(draft, name);
  const onChange = (held: string): void => form.set(name, held);
  const was = form.wasOf(name);
  const below = form.keepsHints ? [hint, was].filter(Boolean).join(' ') || undefined : (was ?? hint);
  const autoFocus = begins && spec.isFirst === true;
  const typed = { name, label, value, onChange, error, hint: below, autoComplete: 'off', autoFocus };
  const beside = form.keepsHints ? below : hint;
  const own = beside === undefined ? {} : { hint: beside };
  switch (spec.kind) {
    case 'switch': {
      const One = spec.look === 'check' ? CheckField : SwitchField;
      return (
        <One
          label={label}
          isSelected={draft[name] === true}
          onChange={(isSelected) => form.set(name, isSelected)}
          {...own}
        />
      );
    }
    case 'choice': {
      const none = spec.none !== undefined && { id: '', label: spec.none, hint: undefined };
      const answers = present([none, ...spec.answers])
        .filter(({ id }) => offered?.includes(id) ?? true)
        .map(({ id, label: answer, hint: more }) => ({
          id,
          name: t(answer),
          label: t(answer),
          ...(more === undefined ? {} : { hint: t(more) }),
        }));
      const chosen = { label, value, onChange, choices: answers };
      if (spec.look === 'radio') return <RadioField {...chosen} {...own} />;
      return <Select {...chosen} {...(below === undefined ? {} : { hint: below })} />;
    }
    case 'pick': {
      const offeredHere = form.choices[name] ?? [];
      const none = spec.none !== undefined && { id: '', name: t(spec.none) };
      const isKnown = value === '' || offeredHere.some(({ id }) => id === value);
      const other = !isKnown && { id: value, name: spec.other === undefined ? value : t(spec.other) };
      return (
        <SelectWithError
          {...{ label, value, onChange, error }}
          choices={present([none, ...offeredHere, other])}
          hint={below}
        />
      );
    }
    case 'currency': {
      const ids = [...new Set([studio.currency, value, ...sites.map(({ currency }) => currency)])];
      if (ids.length < 2) return null;
      return <Select label={label} choices={ids.map((id) => ({ id, name: id }))} value={value} onChange={onChange} />;
    }
    case 'sites':
      return (
        <SitesField
          label={label}
          hint={hint}
          value={listIn(draft, name)}
          onChange={(ids) => form.set(name, ids)}
          error={error}
          marksOnline={spec.marksOnline}
        />
      );
    case 'ids': {
      const Many = spec.look === 'chips' ? ChipsField : MultiSelect;
      return (
        <Many
          label={label}
          hint={error ?? below}
          choices={form.choices[name] ?? []}
          chosen={listIn(draft, name)}
          onChange={(ids) => form.set(name, ids.toSorted())}
        />
      );
    }
    case 'money': {
      const currency = textIn(draft, spec.currency);
      const named = spec.labelIn === undefined ? label : t(spec.labelIn, { currency });
      return <MoneyField {...typed} label={named} currency={currency || studio.currency} />;
    }
    case 'moment':
      return <MomentField {...typed} timeZone={form.timezone} />;
    case 'date':
      return <DateField {...typed} timeZone={form.timezone} />;
    case 'time':
      return <TimeField {...typed} />;
    case 'number':
      if (spec.unit !== undefined) return <LengthField {...typed} unit={spec.unit} />;
      return <Field {...typed} inputMode={spec.isDecimal ? 'decimal' : 'numeric'} />;
    case 'words':
      return <Field {...typed} />;
    // The page draws it.
    case 'parts':
      return null;
    case 'text': {
      const { isLong, rows, input = 'text', isCode, maxLength, placeholder } = spec;
      const limit = {
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(placeholder === undefined ? {} : { placeholder }),
        ...(isCode ? { spellCheck: 'false' as const } : {}),
      };
      if (isLong) return <AreaField {...typed} {...limit} {...(rows === undefined ? {} : { rows })} />;
      return <Field {...typed} {...limit} type={input} />;
    }
  }
};
