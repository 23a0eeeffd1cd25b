import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import type { Fields } from '../../../edit/fields.ts';
import { LeaveGuard } from '../../../edit/leave-guard.tsx';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Form, focusProblem, formOf, type Problems, useDraft } from './form.ts';
import { Refusal } from './form-foot.tsx';

interface NewRecordProps {
  /** The name by which the draft is kept. */
  readonly name: string;
  readonly label: string;
  readonly base: Fields;
  readonly words: FieldWords;
  readonly problemsOf: (draft: Fields) => Problems;
  /** Stores the record. Returns its id. */
  readonly create: (draft: Fields) => Promise<string>;
  readonly onCreated: (id: string, draft: Fields) => void;
  readonly act: string;
  readonly children: (form: Form) => ReactNode;
}

/** The form of a new record. Its draft stays in the tab until it is stored, and leaving it with changes asks. */
export const NewRecord = (props: NewRecordProps) => {
  const { name, label, base, words, problemsOf, create, onCreated, act, children } = props;
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const draft = useDraft(name, base);
  const [isChecked, setChecked] = useState(false);
  const [created, setCreated] = useState<{ readonly id: string; readonly draft: Fields }>();
  const problems = problemsOf(draft.draft);
  const store = useMutation({
    mutationFn: (fields: Fields) => create(fields),
    onSuccess: (id, fields) => {
      draft.clear();
      setCreated({ id, draft: fields });
    },
  });
  // Only now that nothing is left to lose, so that leaving does not ask.
  useEffect(() => {
    if (created !== undefined) onCreated(created.id, created.draft);
  }, [created, onCreated]);
  const error = store.error instanceof ApiError ? store.error : undefined;
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    setChecked(true);
    if (Object.keys(problems).length > 0) focusProblem(element.current, problems);
    else if (!store.isPending && created === undefined) store.mutate(draft.draft);
  };
  useShortcut('Control Enter', () => element.current?.requestSubmit());
  const form = formOf({ edit: { ...draft, error }, words, problems: isChecked ? problems : {}, isNew: true });
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
      <LeaveGuard count={created === undefined ? Object.keys(draft.changed).length : 0} />
      {children(form)}
      <Refusal error={error} words={words} />
      <div className="row">
        <Button type="submit" variant="primary" isPending={store.isPending}>
          {act}
          <kbd>Ctrl ↵</kbd>
        </Button>
        {Object.keys(draft.changed).length > 0 && (
          <Button variant="quiet" onPress={draft.clear}>
            {t('engagement.startAfresh')}
          </Button>
        )}
      </div>
    </form>
  );
};
