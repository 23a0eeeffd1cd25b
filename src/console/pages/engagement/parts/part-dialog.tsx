import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError, type Tagged } from '../../../api/client.ts';
import { ConflictView, type FieldWords } from '../../../edit/conflict-view.tsx';
import { changesOf, type Fields } from '../../../edit/fields.ts';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type Form, focusProblem, formOf, type Problems } from '../form/form.ts';
import { Refusal } from '../form/form-foot.tsx';
import { Loaded } from '../record-tabs.tsx';

interface Shared {
  readonly title: string;
  readonly words: FieldWords;
  readonly problemsOf: (draft: Fields) => Problems;
  readonly children: (form: Form) => ReactNode;
  readonly onClose: () => void;
}

interface BodyProps {
  readonly problems: Problems;
  readonly onSubmit: () => void;
  readonly onChecked: () => void;
  readonly children: ReactNode;
}

/** The form in a dialog: sent by its button, Enter in a field, or Ctrl Enter. */
const Body = ({ problems, onSubmit, onChecked, children }: BodyProps) => {
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChecked();
    if (Object.keys(problems).length > 0) focusProblem(element.current, problems);
    else onSubmit();
  };
  return (
    <form ref={element} className="stack part-form" data-gap="wide" onSubmit={submit} noValidate>
      {children}
    </form>
  );
};

interface NewPartProps extends Shared {
  readonly base: Fields;
  readonly act: string;
  readonly create: (draft: Fields) => Promise<unknown>;
  readonly onCreated: () => void;
}

/** A dialog that adds a part to a challenge. */
export const NewPart = (props: NewPartProps) => {
  const { title, words, problemsOf, children, onClose, base, act, create, onCreated } = props;
  const t = useText();
  const [changed, setChanged] = useState<Fields>({});
  const [isChecked, setChecked] = useState(false);
  const store = useMutation({
    mutationFn: create,
    onSuccess: () => {
      onCreated();
      onClose();
    },
  });
  const draft = { ...base, ...changed };
  const problems = problemsOf(draft);
  const error = store.error instanceof ApiError ? store.error : undefined;
  const set = (path: string, value: string): void => setChanged((now) => changesOf({ ...now, [path]: value }, base));
  const form = formOf({
    edit: { draft, base, changed, set, error },
    words,
    problems: isChecked ? problems : {},
    isNew: true,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Body
        problems={problems}
        onChecked={() => setChecked(true)}
        onSubmit={() => !store.isPending && store.mutate(draft)}
      >
        {children(form)}
        <Refusal error={error} words={words} />
        <div className="row">
          <Button type="submit" variant="primary" isPending={store.isPending}>
            {act}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </Body>
    </Dialog>
  );
};

interface EditPartProps<Part> extends Shared {
  readonly queryKey: readonly string[];
  readonly fieldsOf: (part: Part) => Fields;
  readonly fixed: readonly string[];
  readonly read: () => Promise<Tagged<Part>>;
  readonly write: (header: { 'If-Match'?: string }, changed: Fields, before: Part) => Promise<Tagged<Part>>;
  readonly onSaved: () => void;
}

interface Dated {
  readonly updatedAt: string;
}

const Editing = <Part extends Dated>(props: EditPartProps<Part> & { readonly version: Tagged<Part> }) => {
  const { words, problemsOf, children, onClose, version, fieldsOf, fixed, read, write, onSaved } = props;
  const t = useText();
  const [isChecked, setChecked] = useState(false);
  const edit = useEdit<Tagged<Part>>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read,
    write: ({ data, etag }, changed) => write(etag === null ? {} : { 'If-Match': etag }, changed, data),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const problems = problemsOf(edit.draft);
  const submit = (): void => (Object.keys(edit.changed).length === 0 ? onClose() : edit.save());
  return (
    <Body problems={problems} onChecked={() => setChecked(true)} onSubmit={submit}>
      {children(formOf({ edit, words, problems: isChecked ? problems : {}, fixed }))}
      <Refusal error={edit.error} words={words} />
      {edit.conflict === undefined ? (
        <div className="row">
          <Button type="submit" variant="primary" isPending={edit.isPending}>
            {t('laterWords.save')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      ) : (
        <ConflictView edit={edit} words={words} />
      )}
    </Body>
  );
};

/** A dialog that changes a part of a challenge. */
export const EditPart = <Part extends Dated>(props: EditPartProps<Part>) => {
  const query = useQuery({ queryKey: props.queryKey, queryFn: props.read, staleTime: 0, gcTime: 0 });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Loaded query={query}>{(version) => <Editing {...props} version={version} />}</Loaded>
    </Dialog>
  );
};
