import { type FetchQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tagged } from '../api/client.ts';
import { useText } from '../base/texts.tsx';
import type { Changed } from '../live/refresh.ts';
import { NotLoaded } from '../ui/notices/page-states.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { say } from '../ui/overlays/toasts.tsx';
import { DialogForm, FormInDialog } from './dialog-form.tsx';
import type { RecordFields } from './record-fields.ts';
import type { Draft } from './specs.ts';
import type { Choices, OwnWords } from './use-field-words.ts';
import { type RecordForm, useEditedRecord, useNewRecord } from './use-record-form.tsx';

interface Shared<Row, Body, D extends Draft> {
  readonly fields: RecordFields<Row, Body, D>;
  /** What it is: whatever shows records of this kind is read again. */
  readonly kind: Changed;
  readonly title: string;
  readonly choices?: Choices;
  readonly shown?: OwnWords;
  /** By whose clock its moments are; by default the studio's. */
  readonly timezone?: string;
  readonly className?: string;
  readonly children: (form: RecordForm<D>) => ReactNode;
  readonly onClose: () => void;
}

interface NewDialogProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  readonly start?: Partial<D>;
  /** What its button says; by default *Save*. */
  readonly act?: string;
  readonly create: Parameters<typeof useNewRecord<Row, Body, D, unknown>>[1]['create'];
  /** What is shown then. */
  readonly created?: string;
}

/** A dialog that adds a record to a list. */
export const NewDialog = <Row, Body, D extends Draft>(props: NewDialogProps<Row, Body, D>) => {
  const { fields, title, act, created, className = '', children, onClose, ...record } = props;
  const t = useText();
  const form = useNewRecord(fields, {
    ...record,
    onCreated: () => {
      if (created !== undefined) say(created);
      onClose();
    },
  });
  return (
    <DialogForm form={form} title={title} act={act ?? t('common.save')} className={className} onClose={onClose}>
      {children(form)}
    </DialogForm>
  );
};

interface Dated {
  readonly updatedAt: string;
}

interface EditProps<Row, Body, D extends Draft> extends Shared<Row, Body, D> {
  readonly query: FetchQueryOptions<Tagged<Row>, Error, Tagged<Row>, string[]>;
  /** What the button that closes it says; by default *Cancel*. */
  readonly cancel?: string;
  readonly write: (body: Partial<Body>, params: { readonly header?: { 'If-Match': string } }) => Promise<Tagged<Row>>;
}

interface EditingProps<Row, Body, D extends Draft> extends EditProps<Row, Body, D> {
  readonly version: Tagged<Row>;
}

const Editing = <Row extends Dated, Body, D extends Draft>(props: EditingProps<Row, Body, D>) => {
  const { fields, className = '', cancel, children, onClose, ...record } = props;
  const t = useText();
  const form = useEditedRecord(fields, { ...record, onSaved: onClose, onUnchanged: onClose });
  return (
    <FormInDialog
      form={form}
      act={t('common.save')}
      cancel={cancel ?? t('words.cancel')}
      className={className}
      onClose={onClose}
    >
      {children(form)}
    </FormInDialog>
  );
};

interface EditDialogProps<Row, Body, D extends Draft> extends EditProps<Row, Body, D> {
  /** The record as its list has it: the dialog opens with it, and has the tag of the version once that is read. */
  readonly row?: Row;
}

/** A dialog that changes a record of a list. Without a row it waits until the record is read. */
export const EditDialog = <Row extends Dated, Body, D extends Draft>(props: EditDialogProps<Row, Body, D>) => {
  const { row } = props;
  const { data, error, refetch } = useQuery({ ...props.query, staleTime: 0, gcTime: 0 });
  const version = data ?? (row === undefined ? undefined : { data: row, etag: null });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {version === undefined ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <Editing {...props} version={version} />
      )}
    </Dialog>
  );
};
