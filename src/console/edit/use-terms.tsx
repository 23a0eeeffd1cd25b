import { type FetchQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type idempotencyKey, type Tagged } from '../api/client.ts';
import { useKeyFor } from '../api/use-key-for.ts';
import { useText } from '../texts.tsx';
import { say } from '../ui/toasts.tsx';
import { ConflictView, type FieldWords } from './conflict-view.tsx';
import { changesOf, type Fields } from './fields.ts';
import type { TermsProps } from './terms-form.tsx';
import { useEdit } from './use-edit.ts';

type Form = Omit<TermsProps, 'title'>;

/** How a form is left: `ignoreBlocker` where nothing would be lost. */
interface Leaving {
  readonly ignoreBlocker?: true;
}

interface NewTerms<Body, Made> {
  readonly start: () => Fields;
  /** The form after a field is changed. */
  readonly withField?: (fields: Fields, path: string, value: string) => Fields;
  readonly bodyOf: (fields: Fields) => Body;
  readonly create: (body: Body, header: ReturnType<typeof idempotencyKey>) => Promise<Made>;
  readonly onCreated: (made: Made) => void;
  /** What the button says. */
  readonly act: string;
}

/** The form of a new record with terms. */
export const useNewTerms = <Body, Made>(terms: NewTerms<Body, Made>): Form => {
  const { withField = (fields, path, value) => ({ ...fields, [path]: value }), act } = terms;
  const keyFor = useKeyFor();
  const [start] = useState(terms.start);
  const [fields, setFields] = useState(start);
  const create = useMutation({
    mutationFn: () => {
      const body = terms.bodyOf(fields);
      return terms.create(body, keyFor(body));
    },
    onSuccess: terms.onCreated,
  });
  return {
    fields,
    set: (path, value) => {
      if (create.isError) create.reset();
      setFields(withField(fields, path, value));
    },
    error: create.error instanceof ApiError ? create.error : undefined,
    act,
    isPending: create.isPending,
    unsaved: create.isSuccess ? 0 : Object.keys(changesOf(fields, start)).length,
    onSubmit: () => create.mutate(),
  };
};

interface EditedTerms<Row extends { readonly updatedAt: string }> {
  readonly version: Tagged<Row>;
  /** Reads the record; its key begins with the word of its lists. */
  readonly query: FetchQueryOptions<Tagged<Row>, Error, Tagged<Row>, string[]>;
  readonly fieldsOf: (row: Row) => Fields;
  /** Stores the changed fields of the whole form over a version. */
  readonly write: (over: Tagged<Row>, fields: Fields, changed: readonly string[]) => Promise<Tagged<Row>>;
  readonly words: FieldWords;
  /** Goes back to the record in its list. */
  readonly leave: (how: Leaving) => void;
}

/** The form of a record with terms that is edited. */
export const useEditedTerms = <Row extends { readonly updatedAt: string }>(terms: EditedTerms<Row>): Form => {
  const { version, query, fieldsOf, write, words, leave } = terms;
  const t = useText();
  const queries = useQueryClient();
  const edit = useEdit<Tagged<Row>>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) => write(over, { ...fieldsOf(over.data), ...changed }, Object.keys(changed)),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      void queries.invalidateQueries({ queryKey: query.queryKey.slice(0, 1) });
      say(t('laterWords.saved'));
      leave({ ignoreBlocker: true });
    },
  });
  const unsaved = Object.keys(edit.changed).length;
  return {
    fields: edit.draft,
    set: edit.set,
    error: edit.error,
    wasOf: (path) =>
      path in edit.changed ? t('edit.before', { value: words.shownOf(path, edit.base[path] ?? '') }) : undefined,
    act: t('laterWords.save'),
    isPending: edit.isPending,
    unsaved,
    onSubmit: () => (unsaved > 0 ? edit.save() : leave({})),
    instead: edit.conflict === undefined ? undefined : <ConflictView edit={edit} words={words} />,
  };
};
