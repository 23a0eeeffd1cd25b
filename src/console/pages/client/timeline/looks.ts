import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  CircleCheck,
  CircleX,
  ListOrdered,
  type LucideIcon,
  Mail,
  Merge,
  OctagonAlert,
  Pencil,
  Receipt,
  Ticket,
  Trophy,
  Undo2,
  UserPlus,
  UserX,
} from 'lucide-react';
import type { Tone } from '../../../ui/notices/status.tsx';
import type { Entry } from './queries.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly tone?: Tone;
}

/** The shape and color of each kind of entry. */
export const LOOKS: Readonly<
  Record<Entry['kind'] | 'refused' | 'declined' | 'waiting' | 'archived' | 'restored', Look>
> = {
  booking_made: { icon: CalendarPlus, tone: 'info' },
  waiting: { icon: ListOrdered, tone: 'waiting' },
  booking_promoted: { icon: CalendarPlus, tone: 'positive' },
  booking_cancelled: { icon: CircleX },
  booking_attended: { icon: CircleCheck, tone: 'positive' },
  booking_no_show: { icon: UserX, tone: 'caution' },
  checkin: { icon: CircleCheck, tone: 'positive' },
  refused: { icon: OctagonAlert, tone: 'critical' },
  award_earned: { icon: Trophy, tone: 'waiting' },
  payment: { icon: Receipt },
  declined: { icon: CircleX, tone: 'critical' },
  refund: { icon: Undo2 },
  package_sold: { icon: Ticket },
  package_cancelled: { icon: CircleX },
  credits_adjusted: { icon: Ticket },
  message: { icon: Mail },
  client_created: { icon: UserPlus },
  client_changed: { icon: Pencil },
  archived: { icon: Archive },
  restored: { icon: ArchiveRestore },
  client_merged: { icon: Merge },
};
