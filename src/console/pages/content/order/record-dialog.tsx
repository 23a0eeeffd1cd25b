import { type FetchQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import type { RecordFields } from '../../../forms/record-fields.ts';
import type { Draft } from '../../../forms/specs.ts';
import type { Choices } from '../../../forms/use-field-words.ts';
import { type RecordForm, useEditedRecord, useNewRecord } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';

interface Shared<Row, Body, D extends Draft> {
  readonly fields: RecordFields<Row, Body, D>;
  readonly title: string;
  readonly choices?: Choices;
  readonly children: (form: RecordForm<D>) => ReactNode;
  readonly onClose: () => void;
}

interface NewDialogProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  /** The second word of the keys of the queries that show it. */
  readonly start?: Partial<D>;
  readonly create: Parameters<typeof useNewRecord<Row, Body, D, unknown>>[1]['create'];
}

/** A dialog that adds a record of a list. */
export const NewDialog = <Row, Body, D extends Draft>(props: NewDialogProps<Row, Body, D>) => {
  const { fields, title, children, onClose, ...record } = props;
  const t = useText();
  const form = useNewRecord(fields, {
    kind: 'content',
    ...record,
    onCreated: () => {
      say(t('laterWords.saved'));
      onClose();
    },
  });
  return (
    <DialogForm form={form} title={title} act={t('laterWords.save')} onClose={onClose}>
      {children(form)}
    </DialogForm>
  );
};

interface EditDialogProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  /** The record as its list has it. */
  readonly row: Row;
  readonly query: FetchQueryOptions<Tagged<Row>, Error, Tagged<Row>, string[]>;
  readonly write: (body: Partial<Body>, params: { readonly header?: { 'If-Match': string } }) => Promise<Tagged<Row>>;
}

/** A dialog that changes a record of a list. It opens with what the list has, and has the tag of the version once that is read. */
export const EditDialog = <Row extends { readonly updatedAt: string }, Body, D extends Draft>(
  props: EditDialogProps<Row, Body, D>,
) => {
  const { fields, title, row, children, onClose, ...record } = props;
  const t = useText();
  const { data: version = { data: row, etag: null } } = useQuery({ ...props.query, staleTime: 0, gcTime: 0 });
  const form = useEditedRecord(fields, {
    kind: 'content',
    ...record,
    version,
    onSaved: onClose,
    onUnchanged: onClose,
  });
  return (
    <DialogForm form={form} title={title} act={t('laterWords.save')} onClose={onClose}>
      {children(form)}
    </DialogForm>
  );
};
