import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';
import { AreaField } from '../ui/area-field.tsx';
import { MomentField } from '../ui/date-field.tsx';
import { Field } from '../ui/field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { PickMany } from '../ui/pick-many.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { Select } from '../ui/select.tsx';
import { SitesField } from '../ui/sites-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { listIn, textIn } from './record-fields.ts';
import type { Spec } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface FormFieldProps {
  readonly form: RecordForm;
  readonly name: string;
  readonly spec: Spec;
  /** The answers that are offered; by default all. */
  readonly offered?: readonly string[] | undefined;
}

/** A declared field of a form. What is wrong with it stands in place of its hint, and so does what it was before. */
export const FormField = ({ form, name, spec, offered }: FormFieldProps) => {
  const t = useText();
  const { studio, sites } = useMe();
  const { draft, isNew } = form;
  const hintKey = (isNew ? spec.newHint : undefined) ?? spec.hint;
  const said = typeof hintKey === 'function' ? hintKey(draft) : hintKey;
  const hint = said === undefined ? undefined : t(said);
  const label = t(spec.label);
  const error = form.errorOf(name);
  const value = textIn(draft, name);
  const onChange = (held: string): void => form.set(name, held);
  const below = form.wasOf(name) ?? hint;
  const typed = { name, label, value, onChange, error, hint: below, autoComplete: 'off' };
  const own = hint === undefined ? {} : { hint };
  switch (spec.kind) {
    case 'switch':
      return (
        <SwitchField
          label={label}
          isSelected={draft[name] === true}
          onChange={(isSelected) => form.set(name, isSelected)}
          {...own}
        />
      );
    case 'choice': {
      const answers = spec.answers
        .filter(({ id }) => offered?.includes(id) ?? true)
        .map(({ id, label: answer, hint: more }) => ({
          id,
          name: t(answer),
          label: t(answer),
          ...(more === undefined ? {} : { hint: t(more) }),
        }));
      const chosen = { label, value, onChange, choices: answers, ...own };
      return spec.look === 'radio' ? <RadioField {...chosen} /> : <Select {...chosen} />;
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
    case 'ids':
      return (
        <PickMany
          label={label}
          hint={error ?? below}
          choices={form.choices[name] ?? []}
          chosen={listIn(draft, name)}
          onChange={(ids) => form.set(name, ids.toSorted())}
        />
      );
    case 'money': {
      const currency = textIn(draft, spec.currency);
      return <MoneyField {...typed} label={t(spec.labelIn, { currency })} currency={currency || studio.currency} />;
    }
    case 'moment':
      return <MomentField {...typed} />;
    case 'number':
    case 'words':
      return <Field {...typed} {...(spec.kind === 'number' ? { inputMode: 'numeric' } : {})} />;
    case 'text': {
      const { isLong, input = 'text', isCode, maxLength } = spec;
      const limit = maxLength === undefined ? {} : { maxLength };
      if (isLong) return <AreaField {...typed} {...limit} />;
      return <Field {...typed} {...limit} type={input} {...(isCode ? { spellCheck: 'false' } : {})} />;
    }
  }
};
