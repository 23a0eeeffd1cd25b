import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { useClientEdit, type Version } from './use-edit.ts';

interface TextDialogProps {
  readonly version: Version;
  readonly onClose: () => void;
}

const useSaved = ({ version, onClose }: TextDialogProps) => {
  const t = useText();
  return useClientEdit(version, () => {
    say(t('laterWords.saved'));
    onClose();
  });
};

/** What staff must see at once: the red and the yellow alert. */
export const AlertsDialog = (props: TextDialogProps) => {
  const t = useText();
  const edit = useSaved(props);
  return (
    <EditDialog title={t('client.alertsTitle')} edit={edit} onClose={props.onClose}>
      <AreaField
        label={t('client.alertRed')}
        hint={t('client.alertRedHint')}
        rows={2}
        autoFocus
        value={edit.draft['alerts.red'] ?? ''}
        onChange={(text) => edit.set('alerts.red', text)}
      />
      <AreaField
        label={t('client.alertYellow')}
        hint={t('client.alertYellowHint')}
        rows={2}
        value={edit.draft['alerts.yellow'] ?? ''}
        onChange={(text) => edit.set('alerts.yellow', text)}
      />
    </EditDialog>
  );
};

/** The notes about a client, which members never see. */
export const NotesDialog = (props: TextDialogProps) => {
  const t = useText();
  const edit = useSaved(props);
  return (
    <EditDialog title={t('client.notesTitle')} edit={edit} onClose={props.onClose}>
      <AreaField
        label={t('client.notes')}
        hint={t('client.notesHint')}
        rows={6}
        autoFocus
        value={edit.draft.notes ?? ''}
        onChange={(text) => edit.set('notes', text)}
      />
    </EditDialog>
  );
};
