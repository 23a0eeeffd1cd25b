import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Icon } from '../../ui/pictures/icon.tsx';

interface DeltaProps {
  readonly now: number | null;
  readonly before: number | null;
  /** How the change is shown: as a share, as a number of things, or as points of a percentage. */
  readonly as: 'share' | 'count' | 'points';
  /** Whether fewer is better. */
  readonly isLessBetter?: boolean;
  /** The value before in words, where it is shown besides. */
  readonly from?: string;
}

/** By how much a number differs from the one of the range before: an arrow, words, and a color for better or worse. */
export const Delta = ({ now, before, as, isLessBetter = false, from }: DeltaProps) => {
  const t = useText();
  const { percent, number } = useFormats();
  if (now === null || before === null) return null;
  const change = now - before;
  if (as === 'share' && before === 0) return null;
  const isMore = change > 0;
  const words = (): string => {
    const count = Math.abs(change);
    if (change === 0) return t('reports.same');
    if (as === 'points') return t('reports.points', { count: Math.round(count), shown: number(Math.round(count)) });
    if (as === 'count') return t(isMore ? 'reports.more' : 'reports.fewer', { count, shown: number(count) });
    const share = percent(count / Math.abs(before));
    return from === undefined ? share : t('reports.shareFrom', { share, before: from });
  };
  const tone = change === 0 ? undefined : isMore === isLessBetter ? 'caution' : 'positive';
  return (
    <span className="delta" data-tone={tone}>
      <Icon of={change === 0 ? Minus : isMore ? TrendingUp : TrendingDown} />
      {as !== 'count' && change !== 0 && (
        <span className="visually-hidden">{t(isMore ? 'reports.up' : 'reports.down')} </span>
      )}
      {words()}
    </span>
  );
};
