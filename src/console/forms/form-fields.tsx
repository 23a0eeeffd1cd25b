import { Fragment, type ReactNode } from 'react';
import { FormField } from './form-field.tsx';
import type { Draft, Spec } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

/** A field that can no longer be changed, as text. */
const FixedField = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <dl className="fixed-field">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </dl>
);

interface FormFieldsProps<D extends Draft> {
  readonly form: RecordForm<D>;
  /** Only these, such as those of one card; by default all. */
  readonly only?: readonly (keyof D)[];
  /** Fields that are not shown here. */
  readonly without?: readonly (keyof D)[];
  /** Fields that can no longer be changed, which stand as text. */
  readonly fixed?: readonly string[];
  /** Fields that the page draws itself. */
  readonly drawn?: Partial<Record<keyof D, ReactNode>>;
  /** What is behind a field, also where that is left out. */
  readonly behind?: Partial<Record<keyof D, ReactNode>>;
  /** The answers of a choice that are offered; by default all. */
  readonly offered?: Partial<Record<keyof D, readonly string[]>>;
  /** Hints that the page says, in place of those that are declared. */
  readonly hints?: Partial<Record<keyof D, string>>;
  /** The form begins at its first field also where the record exists, as in a dialog. */
  readonly begins?: boolean;
  /** Fields stand side by side where there is room, each marked once it is changed. */
  readonly isGrid?: boolean;
  /** Each is marked once it is changed, as in a grid. */
  readonly isMarked?: boolean;
}

interface Part {
  readonly key: string;
  readonly row: string | undefined;
  readonly fields: ReactNode[];
}

/** The declared fields of a form in their order, those of one row beside one another. */
export const FormFields = <D extends Draft>({
  form,
  only,
  without = [],
  fixed = [],
  drawn = {},
  behind = {},
  offered = {},
  hints = {},
  begins = form.isNew,
  isGrid = false,
  isMarked = isGrid,
}: FormFieldsProps<D>) => {
  const { specs, draft } = form;
  const drawnOf = (name: string, spec: Spec): ReactNode => {
    const own: ReactNode = drawn[name];
    const field = fixed.includes(name) ? (
      <FixedField label={form.words.nameOf(name)} value={form.words.shownOf(name, draft[name] ?? '')} />
    ) : (
      (own ?? (
        <FormField
          form={form as unknown as RecordForm}
          name={name}
          spec={spec}
          offered={offered[name]}
          begins={begins}
          ownHint={hints[name]}
        />
      ))
    );
    if (!isMarked) return <Fragment key={name}>{field}</Fragment>;
    const isChanged = !form.isNew && form.changed.includes(name);
    return (
      <div
        key={name}
        className="one"
        data-path={name}
        data-wide={spec.isWide === true ? '' : undefined}
        data-changed={isChanged ? '' : undefined}
      >
        {field}
      </div>
    );
  };
  const parts: Part[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    if (only !== undefined && !only.includes(name)) continue;
    const isShown = !without.includes(name) && (spec.when?.(draft) ?? true);
    const row = isGrid ? 'grid' : spec.row;
    const field = isShown && drawnOf(name, spec);
    const last = parts.at(-1);
    if (isShown && row !== undefined && last?.row === row) last.fields.push(field);
    else parts.push({ key: name, row: isShown ? row : undefined, fields: [field] });
    const more: ReactNode = behind[name];
    const beside = parts.at(-1);
    if (more !== undefined && isGrid && beside?.row === row)
      beside?.fields.push(
        <div key={`${name} more`} className="one" data-wide="">
          {more}
        </div>,
      );
    else if (more !== undefined) parts.push({ key: `${name} more`, row: undefined, fields: [more] });
  }
  return parts.map(({ key, row, fields }) =>
    row === undefined ? (
      <Fragment key={key}>{fields}</Fragment>
    ) : (
      <div key={key} className="fields">
        {fields}
      </div>
    ),
  );
};
