import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { instantOf, momentText } from '../../../moments.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { MomentField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAtOwnSites } from '../own-sites.ts';
import type { Banner } from '../queries.ts';
import { BannerTarget } from './banner-target.tsx';
import { ACTION_WORDS, ACTIONS, BANNER_NAMES, PLACE_WORDS, PLACES } from './banner-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { textOrNull, useStore, wholeOf } from './use-store.ts';

interface BannerDialogProps {
  /** The banner that is changed; null for a new one. */
  readonly banner: Banner | null;
  readonly onClose: () => void;
}

const draftOf = (banner: Banner | null, zone: string) => ({
  title: banner?.title ?? '',
  subtitle: banner?.subtitle ?? '',
  imageUrl: banner?.imageUrl ?? '',
  placement: banner?.placement ?? ('home' as const),
  action: banner?.action.type ?? ('none' as const),
  target: banner?.action.target ?? '',
  startsAt: momentText(banner?.startsAt ?? null, zone),
  endsAt: momentText(banner?.endsAt ?? null, zone),
  position: String(banner?.position ?? 0),
  siteIds: banner?.siteIds ?? ([] as readonly string[]),
});

type Draft = ReturnType<typeof draftOf>;

const bodyOf = (draft: Draft, zone: string) => ({
  title: draft.title.trim(),
  subtitle: textOrNull(draft.subtitle),
  imageUrl: textOrNull(draft.imageUrl),
  placement: draft.placement,
  action: { type: draft.action, target: draft.action === 'none' ? null : draft.target.trim() },
  startsAt: instantOf(draft.startsAt, zone),
  endsAt: instantOf(draft.endsAt, zone),
  position: wholeOf(draft.position) ?? 0,
  siteIds: [...draft.siteIds],
});

/** Adds a banner, or changes one: its words, its place, when it is shown and what a press opens. */
export const BannerDialog = ({ banner, onClose }: BannerDialogProps) => {
  const t = useText();
  const { studio, sites } = useMe();
  const keyFor = useKeyFor();
  const atOwnSites = useAtOwnSites();
  const [draft, setDraft] = useState(() => draftOf(banner, studio.timezone));
  const [isChecked, setChecked] = useState(false);
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]): void =>
    setDraft((before) => ({ ...before, [name]: value }));
  const { store, isPending, refusal } = useStore({
    kind: 'banners',
    store: () => {
      const body = bodyOf(draft, studio.timezone);
      return banner === null
        ? atOwnSites(draft.siteIds, (siteIds) => {
            const made = { ...body, siteIds };
            return send(client.POST('/manage/content/banners', { params: { header: keyFor(made) }, body: made }));
          })
        : send(client.PATCH('/manage/content/banners/{id}', { params: { path: { id: banner.id } }, body }));
    },
    onDone: onClose,
  });
  const problems = {
    title: draft.title.trim() === '' ? t('content.titleMissing') : undefined,
    target: draft.action !== 'none' && draft.target.trim() === '' ? t('content.targetMissing') : undefined,
    position: wholeOf(draft.position) === undefined ? t('content.orderWrong') : undefined,
  };
  const errorOf = (name: keyof typeof problems | 'imageUrl' | 'startsAt' | 'endsAt'): string | undefined =>
    (isChecked && name in problems ? problems[name as keyof typeof problems] : undefined) ?? refusal?.detail(name);
  const save = (): string | undefined => {
    setChecked(true);
    const first = Object.entries(problems).find(([, problem]) => problem !== undefined)?.[0];
    if (first === undefined) store(undefined);
    return first;
  };
  const text = (name: 'title' | 'subtitle' | 'imageUrl' | 'startsAt' | 'endsAt' | 'position') => ({
    name,
    value: draft[name],
    onChange: (value: string) => set(name, value),
    autoComplete: 'off',
  });
  return (
    <FormDialog
      title={banner === null ? t('content.newBanner') : t('content.changeOf', { name: banner.title })}
      refusal={refusal}
      isPending={isPending}
      onSave={save}
      onClose={onClose}
    >
      <Field {...text('title')} label={t(BANNER_NAMES.title)} error={errorOf('title')} autoFocus />
      <Field {...text('subtitle')} label={t(BANNER_NAMES.subtitle)} />
      <div className="fields">
        <Select
          label={t(BANNER_NAMES.placement)}
          choices={PLACES.map((id) => ({ id, name: t(PLACE_WORDS[id]) }))}
          value={draft.placement}
          onChange={(id) => set('placement', PLACES.find((each) => each === id) ?? draft.placement)}
        />
        <Select
          label={t(BANNER_NAMES['action.type'])}
          choices={ACTIONS.map((id) => ({ id, name: t(ACTION_WORDS[id]) }))}
          value={draft.action}
          onChange={(id) =>
            setDraft((before) => ({
              ...before,
              action: ACTIONS.find((each) => each === id) ?? before.action,
              target: id === before.action ? before.target : '',
            }))
          }
        />
      </div>
      <BannerTarget
        action={draft.action}
        target={draft.target}
        onChange={(target) => set('target', target)}
        error={errorOf('target')}
      />
      <MomentField
        {...text('startsAt')}
        label={t(BANNER_NAMES.startsAt)}
        hint={t('content.openStartHint')}
        error={errorOf('startsAt')}
      />
      <MomentField
        {...text('endsAt')}
        label={t(BANNER_NAMES.endsAt)}
        hint={t('content.openEndHint')}
        error={errorOf('endsAt')}
      />
      <Field {...text('imageUrl')} label={t(BANNER_NAMES.imageUrl)} type="url" error={errorOf('imageUrl')} />
      <Field
        {...text('position')}
        label={t(BANNER_NAMES.position)}
        hint={t('content.orderHint')}
        inputMode="numeric"
        error={errorOf('position')}
      />
      {sites.length > 1 && (
        <PickMany
          label={t(BANNER_NAMES.siteIds)}
          hint={t('content.sitesHint')}
          choices={sites}
          chosen={draft.siteIds}
          onChange={(ids) => set('siteIds', ids)}
        />
      )}
    </FormDialog>
  );
};
