import {
  Activity,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  Database,
  IdCard,
  type LucideIcon,
  Receipt,
  Repeat,
  ScanLine,
  SlidersHorizontal,
  SquarePlay,
  Sun,
  Tag,
  Trophy,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { TextKey } from '../../texts/translate.ts';
import type { Me } from '../session.ts';

type Permission = Me['permissions'][number];

/** A page of the navigation. */
export interface Section {
  readonly to:
    | '/account'
    | '/today'
    | '/calendar'
    | '/clients'
    | '/sell'
    | '/timetable'
    | '/plans'
    | '/payments'
    | '/checkins'
    | '/content'
    | '/engagement'
    | '/reports'
    | '/settings'
    | '/staff'
    | '/integrations'
    | '/data/{-$tab}'
    | '/system/{-$tab}';
  readonly label: TextKey;
  readonly icon: LucideIcon;
  /** Who may open it: whoever has all of these permissions. */
  readonly permissions: readonly Permission[];
}

interface Group {
  readonly label: TextKey;
  readonly sections: readonly Section[];
}

/** The navigation. What a person may not open is left out. */
export const GROUPS: readonly Group[] = [
  {
    label: 'shell.desk',
    sections: [
      { to: '/today', label: 'shell.today', icon: Sun, permissions: ['sessions:read'] },
      { to: '/calendar', label: 'shell.calendar', icon: CalendarDays, permissions: ['sessions:read'] },
      { to: '/clients', label: 'shell.clients', icon: Users, permissions: ['clients:read'] },
      { to: '/sell', label: 'shell.sell', icon: Receipt, permissions: ['packages:sell', 'clients:read'] },
    ],
  },
  {
    label: 'shell.studio',
    sections: [
      { to: '/timetable', label: 'shell.timetable', icon: Repeat, permissions: ['schedules:read'] },
      { to: '/plans', label: 'shell.plans', icon: Tag, permissions: ['packages:adjust'] },
      { to: '/payments', label: 'shell.payments', icon: Wallet, permissions: ['packages:sell'] },
      { to: '/checkins', label: 'shell.checkins', icon: ScanLine, permissions: ['bookings:read'] },
      { to: '/content', label: 'shell.content', icon: SquarePlay, permissions: ['content:manage'] },
      { to: '/engagement', label: 'shell.engagement', icon: Trophy, permissions: ['challenges:manage'] },
      { to: '/reports', label: 'shell.reports', icon: ChartColumn, permissions: ['reports:read'] },
    ],
  },
  {
    label: 'shell.setUp',
    sections: [
      { to: '/settings', label: 'shell.settings', icon: SlidersHorizontal, permissions: ['settings:read'] },
      { to: '/staff', label: 'shell.staff', icon: IdCard, permissions: ['staff:read'] },
      { to: '/integrations', label: 'shell.integrations', icon: Webhook, permissions: ['integrations:manage'] },
      { to: '/data/{-$tab}', label: 'shell.data', icon: Database, permissions: ['backups:manage'] },
      { to: '/system/{-$tab}', label: 'shell.system', icon: Activity, permissions: ['audit_log:read'] },
    ],
  },
];

/** Who may open the pages below the pages of the navigation. */
const BELOW: Readonly<Record<string, readonly Permission[]>> = {
  '/sessions/$sessionId': ['sessions:read'],
  '/clients/$clientId/{-$tab}': ['clients:read'],
  '/content/$part': ['content:manage'],
  '/content/entries/$entryId': ['content:manage'],
  '/settings/theme': ['settings:read'],
  '/settings/studio': ['settings:read'],
  '/settings/sites': ['settings:read', 'sites:read'],
  '/settings/sites/$siteId': ['settings:read', 'sites:read'],
  '/settings/kiosks': ['settings:read', 'bookings:check_in'],
  '/settings/booking': ['settings:read'],
  '/settings/payment': ['settings:read'],
  '/settings/mails': ['settings:read'],
  '/settings/membership': ['settings:read'],
  '/settings/members': ['settings:read'],
  '/integrations/webhooks/new': ['integrations:manage'],
  '/integrations/webhooks/$webhookId': ['integrations:manage'],
  '/integrations/webhooks/$webhookId/edit': ['integrations:manage'],
  '/integrations/keys/new': ['integrations:manage'],
  '/integrations/clients/new': ['integrations:manage'],
  '/plans/new': ['packages:adjust'],
  '/plans/$planId': ['packages:adjust'],
  '/plans/codes': ['packages:adjust'],
  '/plans/codes/new': ['packages:adjust'],
  '/plans/codes/$codeId': ['packages:adjust'],
  '/staff/$staffId': ['staff:read'],
  '/timetable/new': ['schedules:write'],
  '/timetable/$scheduleId/change': ['schedules:write'],
  '/engagement/challenges/new': ['challenges:manage'],
  '/engagement/challenges/$challengeId/{-$tab}': ['challenges:manage'],
  '/engagement/boards': ['challenges:manage'],
  '/engagement/boards/new': ['challenges:manage'],
  '/engagement/boards/$boardId/{-$tab}': ['challenges:manage'],
  '/engagement/awards': ['awards:manage'],
  '/engagement/awards/new': ['awards:manage'],
  '/engagement/awards/$awardId/{-$tab}': ['awards:manage'],
};

/** The pages of instructors, who have their own classes and the calendar alone. */
const OF_INSTRUCTORS: readonly string[] = ['/today', '/calendar', '/sessions/$sessionId'];

const RIGHTS: ReadonlyMap<string, readonly Permission[]> = new Map([
  ...GROUPS.flatMap(({ sections }) => sections.map(({ to, permissions }) => [to, permissions] as const)),
  ...Object.entries(BELOW),
]);

type Person = Pick<Me, 'permissions' | 'staff'>;

/** Whether a person may open a page, by its path in the router. Everybody may open a page that is not listed here. */
export const mayOpen = ({ permissions, staff }: Person, path: string): boolean => {
  const needed = RIGHTS.get(path);
  if (needed === undefined) return true;
  if (staff.role === 'instructor' && !OF_INSTRUCTORS.includes(path)) return false;
  return needed.every((permission) => permissions.includes(permission));
};

/** The page of the account, which everybody has. The button of the person leads to it, so it stands in no group. */
export const ACCOUNT: Section = { to: '/account', label: 'shell.ownAccount', icon: CircleUserRound, permissions: [] };

/** The groups with the pages that a person may open. */
export const groupsFor = (person: Person): readonly Group[] =>
  GROUPS.map((group) => ({ ...group, sections: group.sections.filter(({ to }) => mayOpen(person, to)) })).filter(
    ({ sections }) => sections.length > 0,
  );
