import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { idOf, type ListFilter, wordOf } from '../../lists/filters/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { INVITED, personFields, ROLE_WORDS, ROLES } from '../../parts/staff/person-record.ts';
import { useCan, useMe } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/choices/search-input.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { Status } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { LinkDialog } from './link-dialog.tsx';
import { type InvitationWithLink, type Person, type StaffFilters, staffListQuery } from './queries.ts';
import { useOfferedRoles } from './use-offered-roles.ts';
import { lookOf, nameOf, useSiteNames } from './words.ts';

interface InviteDialogProps {
  readonly onInvited: (made: InvitationWithLink) => void;
  readonly onClose: () => void;
}

const invitedFields = personFields.pick(...INVITED);

/** Invites someone new, who becomes a staff member right away. */
const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const t = useText();
  const form = useNewRecord(invitedFields, {
    kind: 'staff',
    within: 'person',
    create: (person, header) =>
      send(client.POST('/manage/staff/invitations', { params: { header }, body: { person } })),
    onCreated: (made) => {
      onInvited(made);
    },
  });
  return (
    <DialogForm form={form} title={t('staff.inviteTitle')} act={t('staff.inviteAct')} onClose={onClose}>
      <FormFields form={form} offered={{ role: useOfferedRoles() }} />
    </DialogForm>
  );
};

const route = getRouteApi('/signed-in/staff');

const STATES = { active: 'staff.active', suspended: 'staff.suspended', inactive: 'staff.inactive' } as const;
const STATE_IDS = ['active', 'suspended', 'inactive'] as const;

const useColumns = (): readonly ListColumn<Person>[] => {
  const t = useText();
  const { staff } = useMe();
  const { dayTime } = useFormats();
  const siteNames = useSiteNames();
  return [
    {
      id: 'name',
      name: t('clients.name'),
      part: 'lead',
      cell: (person) => {
        const name = nameOf(person);
        return (
          <div className="person">
            <Avatar name={name} photoUrl={person.photoUrl} />
            <div className="who">
              <b className="strong">{person.id === staff.id ? t('staff.you', { name }) : name}</b>
              <small>{person.email}</small>
            </div>
          </div>
        );
      },
    },
    { id: 'role', name: t('staff.role'), cell: ({ role }) => t(ROLE_WORDS[role]) },
    { id: 'sites', name: t('plans.sites'), priority: 3, cell: ({ siteIds }) => siteNames(siteIds) },
    {
      id: 'login',
      name: t('staff.lastIn'),
      priority: 3,
      isMoment: true,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t('clients.never') : dayTime(lastLoginAt)),
    },
    {
      id: 'state',
      name: t('client.state'),
      part: 'side',
      cell: (person) => {
        const { icon, word, tone } = lookOf(person);
        return (
          <Status icon={icon} tone={tone}>
            {t(word)}
          </Status>
        );
      },
    },
  ];
};

/** The people who work for the studio. */
export const StaffPage = () => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<InvitationWithLink>();
  useShortcut('n', () => can('staff:write') && setInviting(true));
  const role = wordOf(ROLES, search.role);
  const status = wordOf(STATE_IDS, search.status);
  const site = sites.find(({ id }) => id === idOf(search.site));
  const filters: StaffFilters = {
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
    ...(site === undefined ? {} : { siteId: site.id }),
    ...(search.q === undefined ? {} : { search: search.q }),
  };
  const named = present<ListFilter>([
    {
      id: 'role',
      label: t('staff.role'),
      choices: ROLES.map((id) => ({ id, name: t(ROLE_WORDS[id]) })),
      value: role,
    },
    {
      id: 'status',
      label: t('client.state'),
      choices: STATE_IDS.map((id) => ({ id, name: t(STATES[id]) })),
      value: status,
    },
    sites.length > 1 && { id: 'site', label: t('lists.site'), choices: sites, value: site?.id },
  ]);
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const query = useQuery(staffListQuery(filters, search.after));
  const columns = useColumns();
  return (
    <>
      <ListPage
        title={t('staff.title')}
        actions={
          can('staff:write') && (
            <Button variant="primary" onPress={() => setInviting(true)} icon={UserPlus}>
              {t('staff.invite')}
              <kbd>N</kbd>
            </Button>
          )
        }
        find={
          <SearchInput
            label={t('staff.find')}
            value={search.q ?? ''}
            onChange={(text) => address.set('q', text === '' ? undefined : text, { replace: true })}
          />
        }
        filters={named}
        address={address}
        query={query}
        columns={columns}
        onOpen={(staffId) => void go({ to: '/staff/$staffId', params: { staffId } })}
        empty={
          <b className="strong">{search.q === undefined ? t('staff.empty') : t('staff.nobody', { text: search.q })}</b>
        }
      />
      {isInviting && (
        <InviteDialog
          onInvited={(next) => {
            setInviting(false);
            setMade(next);
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {made !== undefined && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
};
