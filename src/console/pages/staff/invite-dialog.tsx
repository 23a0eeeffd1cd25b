import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { INVITED, personFields } from '../../parts/staff/person-record.ts';
import type { InvitationWithLink } from './queries.ts';
import { useOfferedRoles } from './use-offered-roles.ts';

interface InviteDialogProps {
  readonly onInvited: (made: InvitationWithLink) => void;
  readonly onClose: () => void;
}

const invitedFields = personFields.pick(...INVITED);

/** Invites somebody new, who becomes a staff member at once. */
export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const t = useText();
  const form = useNewRecord(invitedFields, {
    kind: 'staff',
    within: 'person',
    create: (person, header) =>
      send(client.POST('/manage/staff/invitations', { params: { header }, body: { person } })),
    onCreated: (made) => {
      onInvited(made);
    },
  });
  return (
    <DialogForm form={form} title={t('staff.inviteTitle')} act={t('staff.inviteAct')} onClose={onClose}>
      <FormFields form={form} offered={{ role: useOfferedRoles() }} />
    </DialogForm>
  );
};
