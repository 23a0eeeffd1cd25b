import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, CirclePlus } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../../base/texts.tsx';
import { ROLE_WORDS } from '../../../parts/staff/person-record.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { type Person, rolesQuery } from '../queries.ts';
import { useCovers } from '../use-covers.ts';
import { useChangePerson } from '../use-person.ts';
import { permissionText } from '../words.ts';
import { type Right, rightsOf, withRight } from './rights.ts';

const LOOKS = {
  role: { icon: CircleCheck, word: 'staff.byRole', tone: 'positive' },
  granted: { icon: CirclePlus, word: 'staff.granted', tone: 'info' },
  taken: { icon: Ban, word: 'staff.taken', tone: 'caution' },
  open: { icon: undefined, word: 'staff.notGranted', tone: undefined },
} as const;

const State = ({ of }: { of: Right['state'] }) => {
  const t = useText();
  const { icon, word, tone } = LOOKS[of];
  return (
    <Status {...(icon === undefined ? {} : { icon })} tone={tone}>
      {t(word)}
    </Status>
  );
};

interface RowProps {
  readonly right: Right;
  readonly mayChange: boolean;
  readonly onChange: (isAllowed: boolean) => void;
}

const Row = ({ right: { permission, state }, mayChange, onChange }: RowProps) => {
  const t = useText();
  const text = t(permissionText(permission));
  if (!mayChange) {
    return (
      <div className="spread right-row">
        <span>{text}</span>
        <State of={state} />
      </div>
    );
  }
  return (
    <div className="right-row">
      <SwitchField
        label={text}
        hint={<State of={state} />}
        isSelected={state === 'role' || state === 'granted'}
        onChange={onChange}
      />
    </div>
  );
};

/** What a person may do, in sentences: by the role, granted besides, or taken away. */
export const RightsCard = ({ person }: { person: Person }) => {
  const t = useText();
  const can = useCan();
  const headingId = useId();
  const { staff } = useMe();
  const roles = useQuery(rolesQuery);
  const { id, role, permissionOverrides } = person;
  const change = useChangePerson(id);
  const rule = roles.data?.find((each) => each.role === role);
  const isSelf = id === staff.id;
  const mayDecide = useCovers(person);
  const mayChange = can('staff:write') && mayDecide && role !== 'owner' && !isSelf;
  const set = (right: Right) => (isAllowed: boolean) =>
    change.mutate(({ permissionOverrides: now }) => ({ permissionOverrides: withRight(now, right, isAllowed) }));
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('staff.rights')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <p className="quiet">
          {role === 'owner'
            ? t('staff.rightsOwner')
            : isSelf
              ? t('staff.rightsSelf')
              : t('staff.rightsText', { role: t(ROLE_WORDS[role]) })}
        </p>
        <ActionError error={change.error} />
        {roles.isError && <LoadError error={roles.error} onRetry={() => void roles.refetch()} />}
        {roles.isPending && <SkeletonRows />}
        {rule !== undefined &&
          role !== 'owner' &&
          rightsOf(rule, permissionOverrides).map(({ group, rights }) => (
            <section key={group} className="right-group" aria-label={t(group)}>
              <h3>{t(group)}</h3>
              {rights.map((right) => (
                <Row key={right.permission} right={right} mayChange={mayChange} onChange={set(right)} />
              ))}
            </section>
          ))}
      </div>
    </section>
  );
};
