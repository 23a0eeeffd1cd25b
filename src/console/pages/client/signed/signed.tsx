import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Agreement, agreementsQuery, type Client } from '../../../parts/client/queries.ts';
import { useSite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SignedDialog } from './signed-dialog.tsx';

interface RowProps {
  readonly agreement: Agreement;
  readonly onOpen: () => void;
}

const Row = ({ agreement: { kind, version, name, guardianName: guardian, signedAt }, onOpen }: RowProps) => {
  const t = useText();
  const { date, time } = useFormats(useSite().timezone);
  const at = { name, date: date(signedAt), time: time(signedAt) };
  return (
    <li>
      <Button className="link" onPress={onOpen}>
        {t(kind === 'waiver' ? 'signed.waiver' : 'signed.consent', { version })}
      </Button>
      <p className="small quiet">
        {guardian === null ? t('signed.by', at) : t('signed.byGuardian', { ...at, guardian })}
      </p>
    </li>
  );
};

/** What a client has signed and agreed to, each with its text; nothing where there is nothing. */
export const Signed = ({ client }: { client: Client }) => {
  const t = useText();
  const { data, error, refetch } = useQuery(agreementsQuery(client.id));
  const [open, setOpen] = useState<Agreement>();
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <section className="card" aria-labelledby="client-signed">
      <header>
        <h2 id="client-signed">{t('signed.title')}</h2>
      </header>
      <div className="body">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        <ul className="signed-list stack">
          {data?.map((agreement) => (
            <Row key={agreement.id} agreement={agreement} onOpen={() => setOpen(agreement)} />
          ))}
        </ul>
      </div>
      {open !== undefined && <SignedDialog client={client} agreement={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
};
