import { useMe } from '../session/session.ts';
import { formatsOf, localeOf } from './make-formats.ts';

export type Formats = ReturnType<typeof formatsOf>;

/** Formats in the brand's locale and any zone, for rows of several sites. */
export const useFormatsIn = (): ((timeZone: string) => Formats) => {
  const locale = localeOf(useMe().studio.locale);
  return (timeZone) => formatsOf(locale, timeZone);
};

/** Formats in the brand's locale and the zone of a site, by default the studio's. */
export const useFormats = (timeZone?: string): Formats => {
  const { studio } = useMe();
  return useFormatsIn()(timeZone ?? studio.timezone);
};
