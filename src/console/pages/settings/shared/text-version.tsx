import { useText } from '../../../texts.tsx';
import type { Settings } from './queries.ts';
import { isMap, valueAt } from './specs.ts';

/** Which version of a text members agree to now. */
export const TextVersion = ({ settings, path }: { settings: Settings; path: string }) => {
  const t = useText();
  const value = valueAt(settings, path);
  if (!isMap(value)) return null;
  return <p className="small quiet">{t('members.version', { version: String(value.version) })}</p>;
};
