import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { ADDED, siteFields } from '../../../parts/settings/site-record.ts';
import { useMe } from '../../../session/session.ts';
import { useZoneChoices } from '../../../ui/choices/place-choices.ts';
import { say } from '../../../ui/overlays/toasts.tsx';

const addedFields = siteFields.pick(...ADDED);

/** Adds a site with what it needs to begin; the rest is on its page. */
export const NewSite = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const { studio } = useMe();
  const form = useNewRecord(addedFields, {
    kind: 'site',
    choices: { timezone: useZoneChoices(studio.timezone) },
    create: (body, header) => send(client.POST('/v2/sites', { params: { header }, body })),
    onCreated: ({ id, name: added }) => {
      say(t('sites.added', { name: added }));
      onClose();
      void navigate({ to: '/settings/sites/$siteId', params: { siteId: id } });
    },
  });
  return (
    <DialogForm form={form} title={t('sites.add')} act={t('sites.add')} onClose={onClose}>
      <FormFields form={form} />
    </DialogForm>
  );
};
