import { useText } from '../../base/texts.tsx';
import { useConfirmedPassword } from '../../forms/password/confirm-password.tsx';
import { useExpectJob } from '../../live/jobs/use-watched-jobs.ts';

/** The filters of a file, as the interface names them. */
type Filters = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Downloads the records of a family as CSV, after the password where it was not given lately. */
export const useDownload = (): ((family: string, filters?: Filters) => void) => {
  const t = useText();
  const afterPassword = useConfirmedPassword();
  const expectJob = useExpectJob();
  return (family, filters = {}) => {
    const query = new URLSearchParams({ format: 'csv' });
    for (const [name, value] of Object.entries(filters)) {
      for (const each of [value ?? []].flat()) query.append(name, String(each));
    }
    afterPassword(t('lists.makeFile'), () => {
      location.assign(`/manage/exports/${family}?${query}`);
      expectJob();
    });
  };
};
