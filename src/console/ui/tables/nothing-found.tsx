import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';

interface NothingFoundProps {
  readonly of: { readonly isSuccess: boolean; readonly isError: boolean; readonly isPlaceholderData: boolean };
  /** What is shown where it found nothing. */
  readonly children: ReactNode;
}

/** What is in an empty list of finds: only an answer says that there is nothing. */
export const NothingFound = ({ of, children }: NothingFoundProps) => {
  const t = useText();
  const isAnswered = of.isSuccess && !of.isPlaceholderData;
  return <p className="small quiet">{isAnswered ? children : of.isError ? t('words.notLoaded') : '…'}</p>;
};
