import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type BannerDraft, bannerFields } from '../../../parts/content/order-record.ts';
import type { Banner } from '../../../parts/content/queries.ts';
import { useMe } from '../../../session/session.ts';
import { BannerTarget } from './banner-target.tsx';

const ACTION = 'action.type';
const TARGET = 'action.target';

const BannerFields = ({ form }: { form: RecordForm<BannerDraft> }) => {
  const { sites } = useMe();
  // What one act opens, another one cannot.
  const set: typeof form.set = (name, held) => {
    if (name === ACTION && held !== form.draft[ACTION]) form.set(TARGET, '');
    form.set(name, held);
  };
  return (
    <FormFields
      form={{ ...form, set }}
      without={sites.length > 1 ? [] : ['siteIds']}
      drawn={{
        [TARGET]: (
          <BannerTarget
            name={TARGET}
            action={form.draft[ACTION]}
            target={form.draft[TARGET]}
            onChange={(target) => form.set(TARGET, target)}
            error={form.errorOf(TARGET)}
          />
        ),
      }}
      begins
    />
  );
};

interface BannerDialogProps {
  /** The banner that is changed; null for a new one. */
  readonly banner: Banner | null;
  readonly onClose: () => void;
}

/** Adds a banner, or changes one: its words, its place, when it is shown and what a press opens. */
export const BannerDialog = ({ banner, onClose }: BannerDialogProps) => {
  const t = useText();
  const { sites } = useMe();
  const shared = {
    kind: 'content' as const,
    fields: bannerFields,
    choices: { siteIds: sites },
    onClose,
    children: (form: RecordForm<BannerDraft>) => <BannerFields form={form} />,
  };
  if (banner === null) {
    return (
      <NewDialog
        {...shared}
        title={t('content.newBanner')}
        created={t('common.saved')}
        create={(body, header) => send(client.POST('/manage/content/banners', { params: { header }, body }))}
      />
    );
  }
  const { id } = banner;
  const path = { id };
  return (
    <EditDialog
      {...shared}
      row={banner}
      title={t('content.changeOf', { name: banner.title })}
      query={{
        queryKey: ['content', 'banner', id],
        queryFn: () => sendTagged(client.GET('/manage/content/banners/{id}', { params: { path } })),
      }}
      write={(body, header) =>
        sendTagged(client.PATCH('/manage/content/banners/{id}', { params: { path, ...header }, body }))
      }
    />
  );
};
