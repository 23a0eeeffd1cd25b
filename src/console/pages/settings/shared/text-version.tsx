import { useText } from '../../../base/texts.tsx';
import type { Settings } from '../../../parts/settings/settings-record.ts';
import { valueAt } from '../../../parts/settings/settings-record.ts';

/** Which version of a text members agree to now; nothing for another setting. */
export const TextVersion = ({ settings, path }: { settings: Settings; path: string }) => {
  const t = useText();
  const value = valueAt(settings, path);
  if (typeof value !== 'object' || value === null || !('version' in value)) return null;
  return <p className="small quiet">{t('members.version', { version: String(value.version) })}</p>;
};
