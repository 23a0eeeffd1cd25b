import type { RegisteredRouter } from '@tanstack/react-router';
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
import type { TextKey } from '../../../texts/translate.ts';
import type { Me } from '../../session/session.ts';

type Permission = Me['permissions'][number];

export interface PageOfRoute {
  /** Who may open it: whoever has all of these permissions. */
  readonly rights: readonly Permission[];
  /** Its name, in the navigation too; absent where the page itself names what it shows. */
  readonly title?: TextKey;
  /** Instructors have their own classes and the calendar alone. */
  readonly forInstructors?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageOfRoute {}
}

/** A page that everyone may open. */
export const EVERYBODY: PageOfRoute = { rights: [] };

export type PagePath = keyof RegisteredRouter['routesByPath'] & string;

/** A page of the navigation. */
export interface Section {
  readonly to: PagePath;
  readonly icon: LucideIcon;
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
      { to: '/today', icon: Sun },
      { to: '/calendar', icon: CalendarDays },
      { to: '/clients', icon: Users },
      { to: '/sell', icon: Receipt },
    ],
  },
  {
    label: 'shell.studio',
    sections: [
      { to: '/timetable', icon: Repeat },
      { to: '/plans', icon: Tag },
      { to: '/payments', icon: Wallet },
      { to: '/checkins', icon: ScanLine },
      { to: '/content', icon: SquarePlay },
      { to: '/engagement', icon: Trophy },
      { to: '/reports', icon: ChartColumn },
    ],
  },
  {
    label: 'shell.setUp',
    sections: [
      { to: '/settings', icon: SlidersHorizontal },
      { to: '/staff', icon: IdCard },
      { to: '/integrations', icon: Webhook },
      { to: '/data/{-$tab}', icon: Database },
      { to: '/system/{-$tab}', icon: Activity },
    ],
  },
];

type Person = Pick<Me, 'permissions' | 'staff'>;

export const mayOpen = ({ permissions, staff }: Person, page: PageOfRoute): boolean => {
  const { rights, forInstructors = false } = page;
  if (rights.length > 0 && staff.role === 'instructor' && !forInstructors) return false;
  return rights.every((permission) => permissions.includes(permission));
};

/** The page of the account, which everyone has. The button of the person leads to it, so it is in no group. */
export const ACCOUNT: Section = { to: '/account', icon: CircleUserRound };
