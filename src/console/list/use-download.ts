import { useExpectJob } from '../jobs/use-follow-jobs.ts';
import { useConfirmedPassword } from '../shell/confirm-password.tsx';
import { useText } from '../texts.tsx';

/** A filter of a file, as the interface names it, with its value. */
type Filter = readonly [name: string, value: string];

/** Downloads the records of a family as CSV, after the password where it was not given lately. */
export const useDownload = (): ((family: string, filters?: readonly Filter[]) => void) => {
  const t = useText();
  const afterPassword = useConfirmedPassword();
  const expectJob = useExpectJob();
  return (family, filters = []) => {
    const query = new URLSearchParams([['format', 'csv'], ...filters.map((filter) => [...filter])]);
    afterPassword(t('lists.makeFile'), () => {
      location.assign(`/manage/exports/${family}?${query}`);
      expectJob();
    });
  };
};
