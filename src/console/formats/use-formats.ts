import { useMe } from '../session/session.ts';
import { formatsOf, localeOf } from './make-formats.ts';

export type Formats = ReturnType<typeof formatsOf>;

/** Formats in the brand's locale and the zone of a site, by default the studio's. */
export const useFormats = (timeZone?: string): Formats => {
  const { studio } = useMe();
  const zone = timeZone ?? studio.timezone;
  return formatsOf(localeOf(studio.locale), zone);
};
