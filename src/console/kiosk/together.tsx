import { UsersRound } from 'lucide-react';
import { useText } from '../base/texts.tsx';
import { Icon } from '../ui/pictures/icon.tsx';
import type { Arrival } from './api.ts';

interface TogetherProps {
  readonly arrivals: readonly Arrival[];
  readonly onEnter: (arrivals: readonly Arrival[]) => void;
}

/** One tap for the others of a household, and the guests, who are expected too; nothing where no one else is. */
export const Together = ({ arrivals, onEnter }: TogetherProps) => {
  const t = useText();
  if (arrivals.length === 0) return null;
  const names = [...new Set(arrivals.map(({ firstName }) => firstName))].join(', ');
  return (
    <button className="kiosk-together" type="button" onClick={() => onEnter(arrivals)}>
      <Icon of={UsersRound} />
      {t('kiosk.together', { names })}
    </button>
  );
};
