import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WAIVER_WORDS } from '../client/edit/client-record.ts';
import { STATUS_WORDS } from './filter-chips.tsx';
import { type FilterName, type Filters, STATUSES, WAIVERS } from './filters.ts';

/** What the studio sells, by name. */
export type Plans = readonly { readonly id: string; readonly name: string; readonly archivedAt: string | null }[];

/** Takes the value of a filter. */
type SetFilter = <Name extends FilterName>(name: Name, value: Filters[Name]) => void;

interface FilterMenuProps {
  readonly filters: Filters;
  readonly plans: Plans;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onSet: SetFilter;
  /** Asks for the name of a tag. */
  readonly onTag: () => void;
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <SubmenuTrigger>
    <MenuItem textValue={label}>{label}</MenuItem>
    <Popover className="popover">{children}</Popover>
  </SubmenuTrigger>
);

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string | undefined;
  readonly onChoose: (id: string) => void;
}

const Choices = ({ label, choices, selected, onChoose }: ChoicesProps) => (
  <Menu
    className="menu options"
    aria-label={label}
    selectionMode="single"
    selectedKeys={selected === undefined ? [] : [selected]}
    onAction={(key) => onChoose(String(key))}
  >
    {choices.map(({ id, name }) => (
      <MenuItem key={id} id={id}>
        {name}
      </MenuItem>
    ))}
  </Menu>
);

const AWAY_DAYS = [14, 21, 30, 60, 90];
const CAME_DAYS = [7, 30];
const ENDS_DAYS = [7, 14, 30];
const JOINED_DAYS = [7, 30, 90];
const NEVER = 'never';
/** Marks the choices for visits since a moment; the other choices are for visits before it. */
const IN = 'in ';

/** The button that adds a filter, with a menu of filters and their values. */
export const FilterMenu = ({ filters, plans, isOpen, onOpenChange, onSet, onTag }: FilterMenuProps) => {
  const t = useText();
  const { sites } = useMe();
  const { lastVisitBefore, lastVisitAfter, neverVisited } = filters;
  const visit =
    lastVisitBefore ??
    (lastVisitAfter === undefined ? (neverVisited === true ? NEVER : undefined) : IN + lastVisitAfter);
  const chooseVisit = (id: string): void => {
    if (id === NEVER) onSet('neverVisited', true);
    else if (id.startsWith(IN)) onSet('lastVisitAfter', id.slice(IN.length));
    else onSet('lastVisitBefore', id);
  };
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <AriaButton className="chip">
        <Icon of={Plus} />
        {t('clients.addFilter')}
      </AriaButton>
      <Popover className="popover" placement="bottom start">
        <Menu className="menu" aria-label={t('clients.addFilter')}>
          <Group label={t('clients.status')}>
            <Choices
              label={t('clients.status')}
              choices={STATUSES.map((id) => ({ id, name: t(STATUS_WORDS[id]) }))}
              selected={filters.status}
              onChoose={(id) =>
                onSet(
                  'status',
                  STATUSES.find((each) => each === id),
                )
              }
            />
          </Group>
          <Group label={t('clients.lastVisit')}>
            <Choices
              label={t('clients.lastVisit')}
              choices={[
                ...AWAY_DAYS.map((count) => ({ id: `-P${count}D`, name: t('clients.overDays', { count }) })),
                ...CAME_DAYS.map((count) => ({ id: `${IN}-P${count}D`, name: t('clients.inDays', { count }) })),
                { id: NEVER, name: t('clients.neverCame') },
              ]}
              selected={visit}
              onChoose={chooseVisit}
            />
          </Group>
          {plans.length > 0 && (
            <Group label={t('clients.plan')}>
              <Choices
                label={t('clients.plan')}
                choices={plans.filter(({ archivedAt }) => archivedAt === null)}
                selected={filters.planId}
                onChoose={(id) => onSet('planId', id)}
              />
            </Group>
          )}
          <Group label={t('clients.ends')}>
            <Choices
              label={t('clients.ends')}
              choices={ENDS_DAYS.map((count) => ({ id: `P${count}D`, name: t('clients.withinDays', { count }) }))}
              selected={filters.packageEndsBefore}
              onChoose={(id) => onSet('packageEndsBefore', id)}
            />
          </Group>
          <MenuItem onAction={onTag}>{t('clients.tagEllipsis')}</MenuItem>
          {sites.length > 1 && (
            <Group label={t('clients.site')}>
              <Choices
                label={t('clients.site')}
                choices={sites}
                selected={filters.homeSiteId}
                onChoose={(id) => onSet('homeSiteId', id)}
              />
            </Group>
          )}
          <Group label={t('clients.money')}>
            <Choices
              label={t('clients.money')}
              choices={[
                { id: 'yes', name: t('clients.owesYes') },
                { id: 'no', name: t('clients.owesNo') },
              ]}
              selected={filters.owes === undefined ? undefined : filters.owes ? 'yes' : 'no'}
              onChoose={(id) => onSet('owes', id === 'yes')}
            />
          </Group>
          <Group label={t('clients.joined')}>
            <Choices
              label={t('clients.joined')}
              choices={JOINED_DAYS.map((count) => ({ id: `-P${count}D`, name: t('clients.inDays', { count }) }))}
              selected={filters.joinedAfter}
              onChoose={(id) => onSet('joinedAfter', id)}
            />
          </Group>
          <Group label={t('clients.waiver')}>
            <Choices
              label={t('clients.waiver')}
              choices={WAIVERS.map((id) => ({ id, name: t(WAIVER_WORDS[id]) }))}
              selected={filters.waiverStatus}
              onChoose={(id) =>
                onSet(
                  'waiverStatus',
                  WAIVERS.find((each) => each === id),
                )
              }
            />
          </Group>
          <Separator />
          <MenuItem onAction={() => onSet('includeArchived', true)}>{t('clients.archivedToo')}</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
