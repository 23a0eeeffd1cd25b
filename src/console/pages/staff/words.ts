import { CircleCheck, CircleSlash, Clock, type LucideIcon, Pause } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useMe } from '../../session/session.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { Permission, Person } from './queries.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: TextKey;
  readonly tone?: Tone;
}

const LOOKS: Readonly<Record<Person['status'], Look>> = {
  active: { icon: CircleCheck, word: 'staff.active', tone: 'positive' },
  inactive: { icon: CircleSlash, word: 'staff.inactive' },
  suspended: { icon: Pause, word: 'staff.suspended', tone: 'caution' },
};

/** The state of a person; that an active person has never signed in stands out. */
export const lookOf = ({ status, lastLoginAt }: Person): Look =>
  status === 'active' && lastLoginAt === null ? { icon: Clock, word: 'staff.neverIn', tone: 'info' } : LOOKS[status];

/** The text that says what someone with a permission may do. */
export const permissionText = (permission: Permission): TextKey => `rights.${permission.replace(':', '_')}` as TextKey;

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** The names of the sites of a person; no site stands for every site. */
export const useSiteNames = (): ((siteIds: readonly string[]) => string) => {
  const t = useText();
  const { sites } = useMe();
  const { list } = useFormats();
  return (siteIds) =>
    siteIds.length === 0
      ? t('plans.allSites')
      : list(siteIds.map((id) => sites.find((each) => each.id === id)?.name ?? t('plans.otherSite')));
};
