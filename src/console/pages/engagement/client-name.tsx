import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';

/** The name of a client with the way to them; without it for anyone who may not read the client. */
export const ClientName = ({
  client,
}: {
  client: Pick<Schemas['RelatedClient'], 'id' | 'fullName'> | null | undefined;
}) => {
  const t = useText();
  if (client === null || client === undefined) return <span className="quiet">{t('engagement.unnamed')}</span>;
  return (
    <Link className="strong" to="/clients/$clientId/{-$tab}" params={{ clientId: client.id }}>
      {client.fullName}
    </Link>
  );
};
