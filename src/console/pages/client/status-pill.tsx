import { Archive, Ban, CircleCheck, CircleDashed, CirclePause, type LucideIcon } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { STATUS_WORDS } from '../../parts/client/filters.ts';
import type { Client } from '../../parts/client/queries.ts';
import { Pill, type Tone } from '../../ui/notices/status.tsx';

const LOOKS: Readonly<Record<Client['status'], { readonly icon: LucideIcon; readonly tone?: Tone }>> = {
  lead: { icon: CircleDashed, tone: 'info' },
  active: { icon: CircleCheck, tone: 'positive' },
  inactive: { icon: CirclePause },
  suspended: { icon: Ban, tone: 'caution' },
  archived: { icon: Archive },
};

/** The status of a client, with its shape. */
export const StatusPill = ({ status }: { status: Client['status'] }) => {
  const t = useText();
  return <Pill {...LOOKS[status]}>{t(STATUS_WORDS[status])}</Pill>;
};
