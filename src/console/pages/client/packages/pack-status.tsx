import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CircleX,
  type LucideIcon,
  Pause,
  Snowflake,
} from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import type { Package } from '../../../parts/client/queries.ts';
import { Pill, type Tone } from '../../../ui/notices/status.tsx';
import { unpaidSince } from './unpaid-since.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: TextKey;
  readonly tone?: Tone;
}

const LOOKS: Readonly<Record<Package['status'], Look>> = {
  active: { icon: CircleCheck, word: 'client.packActive', tone: 'positive' },
  depleted: { icon: Circle, word: 'client.packDepleted' },
  expired: { icon: CircleSlash, word: 'client.packExpired' },
  cancelled: { icon: CircleX, word: 'client.packCancelled' },
};

const lookOf = (pack: Package, now: number): Look => {
  const { status, isFrozen, onHold } = pack;
  if (status !== 'active') return LOOKS[status];
  if (unpaidSince(pack, now) !== undefined) return { icon: CircleAlert, word: 'words.unpaid', tone: 'caution' };
  if (isFrozen) return { icon: Snowflake, word: 'client.packFrozen', tone: 'info' };
  return onHold ? { icon: Pause, word: 'client.packOnHold', tone: 'caution' } : LOOKS.active;
};

/** The state of a package: a shape and a word. */
export const PackStatus = ({ pack }: { pack: Package }) => {
  const t = useText();
  const { icon, word, tone } = lookOf(pack, useNow());
  return (
    <Pill icon={icon} tone={tone}>
      {t(word)}
    </Pill>
  );
};
