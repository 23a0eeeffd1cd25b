import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { useZoneChoices } from '../../../ui/place-choices.ts';
import { say } from '../../../ui/toasts.tsx';
import { ADDED, siteFields } from './site-record.ts';

const addedFields = siteFields.pick(...ADDED);

/** Adds a site with what it needs to begin; the rest is on its page. */
export const NewSite = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { studio } = useMe();
  const form = useNewRecord(addedFields, {
    choices: { timezone: useZoneChoices(studio.timezone) },
    create: (body, header) => send(client.POST('/v2/sites', { params: { header }, body })),
    onCreated: ({ id, name: added }) => {
      for (const key of ['site', 'me']) void queries.invalidateQueries({ queryKey: [key] });
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
