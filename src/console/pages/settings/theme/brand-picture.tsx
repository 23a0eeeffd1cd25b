import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { PictureField, type PictureFieldProps } from '../../../ui/pictures/picture-field.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';
import { usePicture } from '../../../ui/pictures/use-picture.ts';

interface BrandPictureProps extends Pick<PictureFieldProps, 'draw'> {
  /** The address of the picture that the brand has; null where it has no picture. */
  readonly url: string | null;
  readonly store: (picture: Blob) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  readonly words: Readonly<Record<'label' | 'hint' | 'now' | 'small' | 'saved' | 'remove' | 'removed', TextKey>>;
}

/** A picture of the brand: dropped or chosen, it is used right away. */
export const BrandPicture = ({ url, store, remove, words, ...field }: BrandPictureProps) => {
  const t = useText();
  const refresh = useRefresh();
  const picture = usePicture({
    store,
    remove,
    onStored: () => {
      void refresh('settings');
    },
    words: { saved: t(words.saved), removed: t(words.removed), remove: t(words.remove) },
    hasPicture: url !== null,
  });
  return (
    <PictureField
      {...field}
      {...picture}
      label={t(words.label)}
      hint={t(words.hint)}
      url={pictureUrl(url)}
      alt={t(words.now)}
      small={t(words.small)}
    />
  );
};
