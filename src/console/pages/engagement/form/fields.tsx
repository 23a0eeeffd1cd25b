import type { ReactNode } from 'react';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Choice, Select } from '../../../ui/select.tsx';
import type { Form } from './form.ts';

/** Fields that belong together, in a card. */
export const FormPart = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section className="card details-part" aria-label={title}>
    <header>
      <h2>{title}</h2>
    </header>
    <div className="body stack">
      {hint !== undefined && <p className="quiet small">{hint}</p>}
      <div className="fields">{children}</div>
    </div>
  </section>
);

interface OneProps {
  readonly form: Form;
  readonly path: string;
  readonly wide?: boolean | undefined;
}

/** The place of a field: it says that it was changed, and shows as text what can no longer be changed. */
const Place = ({ form, path, wide, children }: OneProps & { children: ReactNode }) => {
  const { nameOf, shownOf } = form.words;
  const data = { 'data-path': path, 'data-wide': wide === true ? '' : undefined };
  if (form.isFixed(path)) {
    return (
      <dl className="fixed-field" {...data}>
        <dt>{nameOf(path)}</dt>
        <dd>{shownOf(path, form.base[path] ?? '')}</dd>
      </dl>
    );
  }
  const isChanged = !form.isNew && path in form.changed;
  return (
    <div className="one" data-changed={isChanged ? '' : undefined} {...data}>
      {children}
    </div>
  );
};

/** What a field says below it: what was there before, once it is changed; else its hint. */
const useHint = (form: Form, path: string, hint: string | undefined): string | undefined => {
  const t = useText();
  if (form.isNew || !(path in form.changed)) return hint;
  return t('edit.before', { value: form.words.shownOf(path, form.base[path] ?? '') });
};

interface TextProps extends OneProps {
  readonly hint?: string | undefined;
  readonly type?: 'text' | 'date' | 'url';
  readonly isNumber?: boolean;
  readonly autoFocus?: boolean;
}

/** A field of one line. */
export const FormText = ({ hint, type = 'text', isNumber = false, autoFocus = false, ...one }: TextProps) => {
  const { form, path } = one;
  const shown = useHint(form, path, hint);
  const own = {
    name: path,
    label: form.words.nameOf(path),
    autoFocus,
    value: form.draft[path] ?? '',
    onChange: (value: string) => form.set(path, value),
    error: form.errorOf(path),
    hint: shown,
  };
  return (
    <Place {...one}>
      {type === 'date' ? (
        <DateField {...own} />
      ) : (
        <Field {...own} type={type} autoComplete="off" {...(isNumber ? { inputMode: 'decimal' as const } : {})} />
      )}
    </Place>
  );
};

/** A field of several lines. */
export const FormArea = ({ hint, rows, ...one }: OneProps & { hint?: string; rows?: number }) => {
  const { form, path } = one;
  const shown = useHint(form, path, hint);
  return (
    <Place wide {...one}>
      <AreaField
        name={path}
        label={form.words.nameOf(path)}
        value={form.draft[path] ?? ''}
        onChange={(value) => form.set(path, value)}
        error={form.errorOf(path)}
        hint={shown}
        {...(rows === undefined ? {} : { rows })}
      />
    </Place>
  );
};

/** A field that takes one of some choices. */
export const FormSelect = ({ hint, choices, ...one }: OneProps & { hint?: string; choices: readonly Choice[] }) => {
  const { form, path } = one;
  const shown = useHint(form, path, hint);
  const error = form.errorOf(path);
  return (
    <Place {...one}>
      <Select
        label={form.words.nameOf(path)}
        choices={choices}
        value={form.draft[path] ?? ''}
        onChange={(value) => form.set(path, value)}
        {...(shown === undefined || error !== undefined ? {} : { hint: shown })}
      />
      {error !== undefined && (
        <p className="error-text small" role="alert">
          {error}
        </p>
      )}
    </Place>
  );
};

/** A box that is ticked or not; the field holds `yes` or `no`. */
export const FormCheck = ({ hint, ...one }: OneProps & { hint?: string }) => {
  const { form, path } = one;
  return (
    <Place wide {...one}>
      <CheckField
        label={form.words.nameOf(path)}
        {...(hint === undefined ? {} : { hint })}
        isSelected={form.draft[path] === 'yes'}
        onChange={(isSelected) => form.set(path, isSelected ? 'yes' : 'no')}
      />
    </Place>
  );
};
