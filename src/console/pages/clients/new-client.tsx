import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { newClientFields } from '../../parts/client/client-record.ts';
import { useMe, useSite } from '../../session/session.ts';
import { say } from '../../ui/overlays/toasts.tsx';
import type { Client } from './queries.ts';
import { EmailHeld } from './selected/email-held.tsx';

interface NewClientProps {
  /** What was looked for: the name, the email or the phone number of the new client. */
  readonly text?: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** What a search text says of a new client. */
const startOf = (text: string) => {
  if (text.includes('@')) return { email: text };
  if (/^[\d\s()+/-]{4,}$/.test(text)) return { phone: text };
  const [firstName = '', ...rest] = text.split(/\s+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { firstName, lastName: rest.join(' ') };
};

/** Adds a client. An email that another client has leads to that client. */
export const NewClient = ({ text = '', onOpen, onClose }: NewClientProps) => {
  const t = useText();
  const { sites } = useMe();
  const site = useSite();
  const form = useNewRecord(newClientFields, {
    kind: 'client',
    start: { ...startOf(text.trim()), homeLocationId: site.id },
    choices: { homeLocationId: sites },
    create: ({ email, ...body }, header): Promise<Client> =>
      email === undefined
        ? send(client.POST('/manage/clients', { params: { header }, body }))
        : send(client.POST('/v2/clients', { params: { header }, body: { ...body, email } })),
    onCreated: ({ id, fullName }) => {
      say(t('clients.added', { name: fullName }));
      onClose();
      onOpen(id);
    },
  });
  const held = form.error?.details.find(({ code }) => code === 'client_email_exists')?.clientId;
  return (
    <DialogForm form={form} title={t('clients.newTitle')} act={t('clients.add')} onClose={onClose}>
      <FormFields
        // Who has the email says more than that it is taken.
        form={held === undefined ? form : { ...form, errorOf: () => undefined }}
        without={sites.length > 1 ? [] : ['homeLocationId']}
        behind={{
          email: held !== undefined && (
            <EmailHeld
              clientId={held}
              onOpen={(id) => {
                onClose();
                onOpen(id);
              }}
            />
          ),
        }}
      />
    </DialogForm>
  );
};
