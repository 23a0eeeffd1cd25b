import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { personFields, ROLE_WORDS } from '../../../parts/staff/person-record.ts';
import { useMe } from '../../../session/session.ts';
import { type Person, personQuery } from '../queries.ts';
import { useCovers } from '../use-covers.ts';
import { useOfferedRoles } from '../use-offered-roles.ts';
import { nameOf } from '../words.ts';

/** The role of the person who is signed in, which someone else changes. */
const OwnRole = ({ role }: Pick<Person, 'role'>) => {
  const t = useText();
  return (
    <div className="field">
      <span className="label">{t('staff.role')}</span>
      <span>{t(ROLE_WORDS[role])}</span>
      <span className="hint">{t('staff.ownRole')}</span>
    </div>
  );
};

/** The name, the role and the sites of a person, to change. No one changes their own role. */
export const EditPerson = ({ version, onClose }: { version: Tagged<Person>; onClose: () => void }) => {
  const t = useText();
  const { staff } = useMe();
  const { id, role } = version.data;
  const form = useEditedRecord(personFields, {
    kind: 'staff',
    version,
    query: personQuery(id),
    write: (body, header) => sendTagged(client.PATCH('/v2/staff/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => {
      onClose();
    },
    onUnchanged: onClose,
  });
  const roles = useOfferedRoles();
  const isSelf = id === staff.id;
  const mayDecide = useCovers(version.data);
  return (
    <DialogForm
      form={form}
      title={t('staff.editTitle', { name: nameOf(version.data) })}
      act={t('common.save')}
      onClose={onClose}
    >
      <FormFields
        form={form}
        without={mayDecide ? (isSelf ? ['role'] : []) : ['email', 'role', 'siteIds']}
        offered={{ role: roles }}
        behind={{
          phone: !mayDecide && <p className="quiet">{t('staff.mayMore', { name: nameOf(version.data) })}</p>,
          role: (
            <>
              {mayDecide && isSelf && <OwnRole role={role} />}
              {form.changed.includes('role') && <p className="small quiet">{t('staff.roleChanges')}</p>}
            </>
          ),
        }}
      />
    </DialogForm>
  );
};
