import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import type { Fields } from '../../../edit/fields.ts';
import type { Edit } from '../../../edit/use-edit.ts';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { type Form, focusProblem, formOf, type Problems } from './form.ts';
import { FormFoot } from './form-foot.tsx';

interface EditRecordProps {
  readonly label: string;
  readonly edit: Edit;
  readonly words: FieldWords;
  readonly problemsOf: (draft: Fields) => Problems;
  /** The fields that can no longer be changed. */
  readonly fixed?: readonly string[];
  readonly children: (form: Form) => ReactNode;
}

/** The form of a record that is there: only what was changed is sent. */
export const EditRecord = ({ label, edit, words, problemsOf, fixed = [], children }: EditRecordProps) => {
  const element = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(false);
  const problems = problemsOf(edit.draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(problems).length > 0) focusProblem(element.current, problems);
    else edit.save();
  };
  useShortcut('Control Enter', () => (Object.keys(edit.changed).length > 0 ? element.current?.requestSubmit() : false));
  const form = formOf({ edit, words, problems: isChecked ? problems : {}, fixed });
  return (
    <form
      data-guard="own"
      ref={element}
      className="stack engagement-form"
      data-gap="wide"
      aria-label={label}
      onSubmit={submit}
      noValidate
    >
      {children(form)}
      <FormFoot edit={edit} words={words} />
    </form>
  );
};
