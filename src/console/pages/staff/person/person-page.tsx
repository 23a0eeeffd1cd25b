import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronRight, Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { client as api, send, type Tagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { PhotoForm } from '../../../parts/photo/photo-form.tsx';
import { ROLE_WORDS } from '../../../parts/staff/person-record.ts';
import { useCan } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { NotLoaded } from '../../../ui/notices/page-states.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { type Person, personQuery } from '../queries.ts';
import { useCovers } from '../use-covers.ts';
import { useChangePerson } from '../use-person.ts';
import { lookOf, nameOf, useSiteNames } from '../words.ts';
import { Deactivate } from './deactivate.tsx';
import { EditPerson } from './edit-person.tsx';
import { PayCard } from './pay-card.tsx';
import { RightsCard } from './rights-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** The photo of a staff member, which members see at classes. */
const StaffPhoto = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, firstName: name, photoUrl } = person;
  const params = { path: { id } };
  return (
    <PhotoForm
      {...{ name, photoUrl, onClose }}
      fullName={nameOf(person)}
      text={t('staff.photoText', { name })}
      save={(image) => send(api.PUT('/manage/staff/{id}/photo', { params, body: { image } }))}
      remove={() => send(api.DELETE('/manage/staff/{id}/photo', { params }))}
      onDone={() => void refresh('staff')}
    />
  );
};

const route = getRouteApi('/signed-in/staff/$staffId');

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const About = ({ person }: { person: Person }) => {
  const t = useText();
  const headingId = useId();
  const { dayTime } = useFormats();
  const siteNames = useSiteNames();
  const { email, phone, displayName, role, siteIds, isInstructor, lastLoginAt } = person;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('client.about')}</h2>
      </header>
      <div className="body">
        <dl className="facts">
          <Fact name={t('staff.role')}>{t(ROLE_WORDS[role])}</Fact>
          <Fact name={t('plans.sites')}>{siteNames(siteIds)}</Fact>
          <Fact name={t('clients.email')}>{email}</Fact>
          {phone !== null && <Fact name={t('clients.phone')}>{phone}</Fact>}
          {displayName !== null && <Fact name={t('staff.displayName')}>{displayName}</Fact>}
          <Fact name={t('staff.teaches')}>{t(isInstructor ? 'client.yes' : 'client.no')}</Fact>
          <Fact name={t('staff.lastIn')}>{lastLoginAt === null ? t('clients.never') : dayTime(lastLoginAt)}</Fact>
        </dl>
      </div>
    </section>
  );
};

const Head = ({ version }: { version: Tagged<Person> }) => {
  const t = useText();
  const can = useCan();
  const [open, setOpen] = useState<'edit' | 'photo' | 'deactivate'>();
  const { data: person } = version;
  const change = useChangePerson(person.id);
  const name = nameOf(person);
  const { icon, word, tone } = lookOf(person);
  const mayChange = can('staff:write') && (person.role !== 'owner' || can('staff:write_owners'));
  const mayDecide = useCovers(person);
  const close = (): void => setOpen(undefined);
  const activate = (): void =>
    change.mutate(() => ({ status: 'active' }), { onSuccess: () => say(t('staff.activated', { name })) });
  return (
    <>
      <div className="page-head staff-head">
        <Avatar name={name} photoUrl={person.photoUrl} size="large" />
        <div className="titles">
          <span className="crumb">
            <Link to="/staff" className="">
              {t('staff.title')}
            </Link>
            <Icon of={ChevronRight} />
            <span>{name}</span>
          </span>
          <h1>{name}</h1>
          <Status icon={icon} tone={tone}>
            {t(word)}
          </Status>
        </div>
        {mayChange && (
          <div className="actions">
            <Button onPress={() => setOpen('edit')} icon={Pencil}>
              {t('staff.edit')}
            </Button>
            <Button onPress={() => setOpen('photo')}>{t('staff.photo')}</Button>
            {mayDecide && person.status === 'active' && (
              <Button onPress={() => setOpen('deactivate')}>{t('staff.deactivate')}</Button>
            )}
            {mayDecide && person.status !== 'active' && (
              <Button isPending={change.isPending} onPress={activate}>
                {t('staff.activate')}
              </Button>
            )}
          </div>
        )}
      </div>
      <ActionError error={change.error} />
      {open === 'edit' && <EditPerson version={version} onClose={close} />}
      {open === 'photo' && <StaffPhoto person={person} onClose={close} />}
      {open === 'deactivate' && <Deactivate person={person} onClose={close} />}
    </>
  );
};

const Loaded = ({ version }: { version: Tagged<Person> }) => {
  const { data: person } = version;
  usePageTitle(nameOf(person));
  return (
    <>
      <Head version={version} />
      <div className="split staff-split">
        <RightsCard person={person} />
        <div className="stack" data-gap="wide">
          <About person={person} />
          <PayCard person={person} />
          <SignInCard person={person} />
        </div>
      </div>
    </>
  );
};

/** One person: what they may do, where, and how they sign in. */
export const PersonPage = () => {
  const { staffId } = route.useParams();
  const { data, error, refetch } = useQuery(personQuery(staffId));
  if (data !== undefined) return <Loaded key={staffId} version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
