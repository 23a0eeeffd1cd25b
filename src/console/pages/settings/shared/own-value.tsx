import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import {
  over,
  patchSettings,
  type SettingsBody,
  settingsQuery,
  type Version,
} from '../../../parts/settings/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

interface OwnValueProps {
  readonly siteId: string | undefined;
  readonly version: Version;
  /** The setting: `booking.lateCancelWindowMinutes`. */
  readonly path: string;
  readonly name: string;
}

/** Whether a setting of a site is the brand's, and the way back to the brand's where it is not. */
export const OwnValue = ({ siteId, version, path, name }: OwnValueProps) => {
  const t = useText();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { queryKey } = settingsQuery(siteId);
  const [group = '', setting = ''] = path.split('.');
  const inherit = useMutation({
    mutationFn: () => patchSettings(siteId, { [group]: { [setting]: null } } as SettingsBody, over(version)),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      say(t('settings.followsBrand', { name }));
    },
    onError: () => refresh('settings'),
  });
  if (siteId === undefined) return null;
  if (version.data.inherited.includes(`${group}.${setting}`)) {
    return <p className="own-value small quiet">{t('settings.asBrand')}</p>;
  }
  return (
    <div className="own-value">
      <Button className="link small" isPending={inherit.isPending} onPress={() => inherit.mutate()}>
        {t('settings.useBrand')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {inherit.isError && (
        <p className="error small" role="alert">
          {textOf(inherit.error)}
        </p>
      )}
    </div>
  );
};
