import { Fragment, type ReactNode } from 'react';
import { FormField } from './form-field.tsx';
import type { Draft } from './specs.ts';
import type { RecordForm } from './use-record-form.tsx';

interface FormFieldsProps<D extends Draft> {
  readonly form: RecordForm<D>;
  /** What stands behind a field, also where that is left out. */
  readonly behind?: Partial<Record<keyof D, ReactNode>>;
  /** Fields that are not shown here. */
  readonly without?: readonly (keyof D)[];
  /** The answers of a choice that are offered; by default all. */
  readonly offered?: Partial<Record<keyof D, readonly string[]>>;
}

/** The declared fields of a form in their order, those of one row beside one another. */
export const FormFields = <D extends Draft>({ form, behind = {}, without = [], offered = {} }: FormFieldsProps<D>) => {
  const { specs, draft } = form;
  const parts: { key: string; row: string | undefined; fields: ReactNode[] }[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    const { row } = spec;
    const isShown = !without.includes(name) && (spec.when?.(draft) ?? true);
    const field = isShown && (
      <FormField key={name} form={form as unknown as RecordForm} name={name} spec={spec} offered={offered[name]} />
    );
    const last = parts.at(-1);
    if (isShown && row !== undefined && last?.row === row) last.fields.push(field);
    else parts.push({ key: name, row: isShown ? row : undefined, fields: [field] });
    const more: ReactNode = behind[name];
    if (more !== undefined) parts.push({ key: `${name} more`, row: undefined, fields: [more] });
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
