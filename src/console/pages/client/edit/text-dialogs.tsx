import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { Version } from '../../../parts/client/queries.ts';
import { AreaField } from '../../../ui/fields/area-field.tsx';
import { useClientForm } from './use-client-form.ts';

interface TextDialogProps {
  readonly version: Version;
  readonly onClose: () => void;
}

/** What staff must see right away: the red and the yellow alert. */
export const AlertsDialog = ({ version, onClose }: TextDialogProps) => {
  const t = useText();
  const form = useClientForm({ version, onDone: onClose });
  return (
    <DialogForm form={form} title={t('client.alertsTitle')} act={t('common.save')} onClose={onClose}>
      <FormFields form={{ ...form, wasOf: () => undefined }} only={['alerts.red', 'alerts.yellow']} />
    </DialogForm>
  );
};

/** The notes about a client, which members never see. */
export const NotesDialog = ({ version, onClose }: TextDialogProps) => {
  const t = useText();
  const form = useClientForm({ version, onDone: onClose });
  return (
    <DialogForm form={form} title={t('client.notesTitle')} act={t('common.save')} onClose={onClose}>
      <AreaField
        name="notes"
        label={form.words.nameOf('notes')}
        hint={t('client.notesHint')}
        rows={6}
        value={form.draft.notes}
        onChange={(text) => form.set('notes', text)}
        error={form.errorOf('notes')}
      />
    </DialogForm>
  );
};
