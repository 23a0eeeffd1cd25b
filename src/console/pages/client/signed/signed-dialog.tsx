import { Printer } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Agreement, Client } from '../../../parts/client/queries.ts';
import { useMe, useSite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface SignedProps {
  readonly client: Client;
  readonly agreement: Agreement;
}

/** Where it was signed, in words. */
const CHANNELS = {
  sign_up: 'signed.atSignUp',
  account: 'signed.inAccount',
  desk: 'signed.atDesk',
  guest: 'signed.asGuest',
  import: 'signed.imported',
} as const satisfies Readonly<Record<NonNullable<Agreement['channel']>, TextKey>>;

/** A signature as it is printed: who signed, for whom, when and from where, and the whole text. */
const SignedPaper = ({ client, agreement, title }: SignedProps & { readonly title: string }) => {
  const t = useText();
  const { studio } = useMe();
  const { date, time } = useFormats(useSite().timezone);
  const { kind, name, guardianName, signedAt, address, channel, text } = agreement;
  return (
    <div className="signed-paper stack">
      <p data-printed="">
        <b className="strong">{studio.name}</b>
      </p>
      <h3 data-printed="">{title}</h3>
      <dl className="facts" data-align="start">
        <dt>{t('signed.client')}</dt>
        <dd>{client.fullName}</dd>
        <dt>{t(kind === 'waiver' ? 'signed.signedBy' : 'signed.agreedBy')}</dt>
        <dd>{name}</dd>
        {guardianName !== null && (
          <>
            <dt>{t('signed.guardian')}</dt>
            <dd>{guardianName}</dd>
          </>
        )}
        <dt>{t('signed.when')}</dt>
        <dd>{t('signed.time', { date: date(signedAt), time: time(signedAt) })}</dd>
        <dt>{t('signed.where')}</dt>
        <dd>{t(channel === null ? 'signed.unknown' : CHANNELS[channel])}</dd>
        <dt>{t('signed.address')}</dt>
        <dd>{address ?? t('signed.unknown')}</dd>
      </dl>
      <p className="text">{text}</p>
    </div>
  );
};

/** What a client has signed, with its text, to read and to print. */
export const SignedDialog = ({ client, agreement, onClose }: SignedProps & { readonly onClose: () => void }) => {
  const t = useText();
  const { kind, version } = agreement;
  const title = t(kind === 'waiver' ? 'signed.waiver' : 'signed.consent', { version });
  return (
    <Dialog title={title} onClose={onClose}>
      <SignedPaper client={client} agreement={agreement} title={title} />
      <div className="row">
        <Button variant="primary" onPress={() => window.print()} icon={Printer}>
          {t('client.print')}
        </Button>
        <Button onPress={onClose}>{t('words.close')}</Button>
      </div>
    </Dialog>
  );
};
