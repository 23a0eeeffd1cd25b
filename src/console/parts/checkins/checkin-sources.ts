import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { staffQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';

/** Who or what checked a client in, in words. */
const SOURCES = {
  api: 'client.sourceApi',
  kiosk: 'client.sourceKiosk',
  staff: 'client.sourceStaff',
  member_app: 'client.sourceApp',
  access_control: 'client.sourceDoor',
} as const;

type Entered = Pick<Schemas['Checkin'], 'source' | 'checkedInByStaffId'>;

/** Says who checked a client in: `front desk, Felix Moor`. Whoever may not read staff reads where alone. */
export const useCheckinSource = (): ((checkin: Entered) => string) => {
  const t = useText();
  const can = useCan();
  const { data: people = [] } = useQuery({ ...staffQuery, enabled: can('staff:read') });
  const names = new Map(people.map((each) => [each.id, each.displayName ?? `${each.firstName} ${each.lastName}`]));
  return ({ source, checkedInByStaffId: id }) => {
    const where = t(SOURCES[source]);
    const name = id === null ? undefined : names.get(id);
    return name === undefined ? where : t('client.sourceBy', { where, name });
  };
};
