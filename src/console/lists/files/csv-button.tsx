import { Download } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useDownload } from './use-download.ts';

interface CsvButtonProps {
  readonly family: 'clients' | 'payments' | 'checkins' | 'plans' | 'staff';
  readonly label: string;
  /** The filters of the list, as the interface names them. */
  readonly filters?: Readonly<Record<string, string | boolean | undefined>>;
  /** Absent on narrow screens. */
  readonly wideOnly?: boolean;
}

/** Downloads a list as a file, for anyone who may export. The file has what the filters of the list show. */
export const CsvButton = ({ family, label, filters = {}, wideOnly = false }: CsvButtonProps) => {
  const t = useText();
  const can = useCan();
  const download = useDownload();
  if (!can('clients:export')) return null;
  return (
    <Button wideOnly={wideOnly} aria-label={label} onPress={() => download(family, filters)} icon={Download}>
      {t('lists.csv')}
    </Button>
  );
};
