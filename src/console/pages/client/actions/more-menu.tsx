import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import type { Client } from '../../../parts/client/queries.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';

/** What the menu opens. */
export type MoreAction =
  | 'edit'
  | 'alerts'
  | 'photo'
  | 'calendar'
  | 'suspend'
  | 'activate'
  | 'merge'
  | 'archive'
  | 'erase';

interface MoreMenuProps {
  readonly client: Client;
  readonly canChange: boolean;
  readonly onAct: (act: MoreAction) => void;
}

/** What is seldom done with a client, or cannot be undone. */
export const MoreMenu = ({ client, canChange, onAct }: MoreMenuProps) => {
  const t = useText();
  const can = useCan();
  const isArchived = client.archivedAt !== null;
  const canErase = can('clients:erase') && client.erasedAt === null;
  const canArchive = can('clients:archive') && !isArchived;
  const canMerge = can('clients:archive') && client.erasedAt === null;
  if (!canChange && !canErase && !canArchive && !canMerge) return null;
  const suspension = client.status === 'suspended' ? 'activate' : 'suspend';
  const actions = canChange ? (['edit', 'alerts', 'photo', 'calendar', suspension] as const) : [];
  const words = {
    edit: 'client.editDetails',
    alerts: client.alerts === null ? 'client.addAlert' : 'client.changeAlerts',
    photo: client.photoUrl === null ? 'client.addPhoto' : 'client.changePhoto',
    calendar: 'client.renewCalendar',
    suspend: 'client.suspend',
    activate: 'client.liftSuspension',
  } as const;
  return (
    <MenuTrigger>
      <Button iconOnly aria-label={t('client.moreActions')} icon={Ellipsis} />
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(key) => onAct(key as MoreAction)}>
          {actions.map((act) => (
            <MenuItem key={act} id={act}>
              {t(words[act])}
            </MenuItem>
          ))}
          {(canArchive || canErase || canMerge) && <Separator />}
          {canMerge && <MenuItem id="merge">{t('merge.act')}</MenuItem>}
          {canArchive && <MenuItem id="archive">{t('client.archive')}</MenuItem>}
          {canErase && <MenuItem id="erase">{t('client.erase')}</MenuItem>}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
