import { type FetchQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { DialogForm, FormInDialog } from '../../../forms/dialog-form.tsx';
import type { RecordFields } from '../../../forms/record-fields.ts';
import type { Draft } from '../../../forms/specs.ts';
import type { Choices, OwnWords } from '../../../forms/use-field-words.ts';
import { type RecordForm, useEditedRecord, useNewRecord } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../record-tabs.tsx';

interface Shared<Row, Body, D extends Draft> {
  readonly fields: RecordFields<Row, Body, D>;
  readonly title: string;
  /** The zone of the days of the challenge. */
  readonly timezone: string;
  readonly choices?: Choices;
  readonly shown?: OwnWords;
  readonly children: (form: RecordForm<D>) => ReactNode;
  readonly onClose: () => void;
}

interface NewPartProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  readonly create: Parameters<typeof useNewRecord<Row, Body, D, unknown>>[1]['create'];
  readonly onCreated: () => void;
}

/** A dialog that adds a part to a challenge. */
export const NewPart = <Row, Body, D extends Draft>(props: NewPartProps<Row, Body, D>) => {
  const { fields, title, children, onClose, onCreated, ...record } = props;
  const form = useNewRecord(fields, {
    ...record,
    onCreated: () => {
      onCreated();
      onClose();
    },
  });
  return (
    <DialogForm form={form} title={title} act={title} onClose={onClose} className="part-form">
      {children(form)}
    </DialogForm>
  );
};

interface Dated {
  readonly updatedAt: string;
}

interface EditPartProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  readonly query: FetchQueryOptions<Tagged<Row>, Error, Tagged<Row>, string[]>;
  readonly write: (body: Partial<Body>, params: { readonly header?: { 'If-Match': string } }) => Promise<Tagged<Row>>;
}

type EditingProps<Row, Body, D extends Draft> = EditPartProps<Row, Body, D> & { readonly version: Tagged<Row> };

const Editing = <Row extends Dated, Body, D extends Draft>(props: EditingProps<Row, Body, D>) => {
  const { fields, children, onClose, ...record } = props;
  const t = useText();
  const form = useEditedRecord(fields, { ...record, onSaved: onClose, onUnchanged: onClose });
  return (
    <FormInDialog form={form} act={t('laterWords.save')} onClose={onClose} className="part-form">
      {children(form)}
    </FormInDialog>
  );
};

/** A dialog that changes a part of a challenge, once it is read. */
export const EditPart = <Row extends Dated, Body, D extends Draft>(props: EditPartProps<Row, Body, D>) => {
  const query = useQuery({ ...props.query, staleTime: 0, gcTime: 0 });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Loaded query={query}>{(version) => <Editing {...props} version={version} />}</Loaded>
    </Dialog>
  );
};
