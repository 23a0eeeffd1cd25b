import { ChevronLeft } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';

interface PageStepsProps {
  /** Absent on the first page. */
  readonly onPrevious: (() => void) | undefined;
  /** Absent on the last page. */
  readonly onNext: (() => void) | undefined;
}

/** The ways to the previous and the next page of a list; nothing where the list has one page. */
export const PageSteps = ({ onPrevious, onNext }: PageStepsProps) => {
  const t = useText();
  if (onPrevious === undefined && onNext === undefined) return null;
  return (
    <span className="row">
      <Button
        variant="quiet"
        size="small"
        iconOnly
        aria-label={t('lists.previousPage')}
        isDisabled={onPrevious === undefined}
        onPress={() => onPrevious?.()}
        icon={ChevronLeft}
      />
      <Button
        size="small"
        aria-label={t('lists.nextPage')}
        isDisabled={onNext === undefined}
        onPress={() => onNext?.()}
      >
        {t('common.next')}
      </Button>
    </span>
  );
};
