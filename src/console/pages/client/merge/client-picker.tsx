import { useText } from '../../../base/texts.tsx';
import { FindClient } from '../../../lists/filters/find-client.tsx';
import type { Client } from '../../../parts/client/queries.ts';

interface ClientPickerProps {
  /** The client whose other profile is looked for. */
  readonly first: Client;
  readonly onChoose: (chosen: Client) => void;
}

/** Finds the other profile of a person by name, email, phone or card. */
export const ClientPicker = ({ first, onChoose }: ClientPickerProps) => {
  const t = useText();
  return (
    <FindClient
      label={t('merge.find', { name: first.fullName })}
      placeholder={t('merge.findHint')}
      more={t('merge.findMore')}
      nobody={(text) => t('merge.nobody', { text })}
      isOffered={({ id, erasedAt }) => id !== first.id && erasedAt === null}
      onChoose={onChoose}
    />
  );
};
