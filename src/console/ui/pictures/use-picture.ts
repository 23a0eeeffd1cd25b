import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../notices/errors.tsx';
import { say } from '../overlays/toasts.tsx';
import type { PictureFieldProps } from './picture-field.tsx';

interface PictureActions<Stored> {
  /** Puts a picture in the place of the one that is there. */
  readonly store: (picture: Blob) => Promise<Stored>;
  readonly remove: () => Promise<Stored>;
  /** Shows what holds the picture as it is now. */
  readonly onStored: (stored: Stored) => unknown;
  /** What is shown once a picture is stored or removed, and the name of the button that removes it. */
  readonly words: Readonly<Record<'saved' | 'removed' | 'remove', string>>;
  /** Whether there is a picture to remove. */
  readonly hasPicture: boolean;
}

type PictureState = Pick<PictureFieldProps, 'error' | 'isPending' | 'onChoose' | 'remove'>;

/** What a field for a picture does that is used right away: stores and removes it, and says so. */
export const usePicture = <Stored>(actions: PictureActions<Stored>): PictureState => {
  const { store, remove: removePicture, onStored, words, hasPicture } = actions;
  const textOf = useErrorText();
  const done = (text: string) => async (stored: Stored) => {
    await onStored(stored);
    say(text);
  };
  const set = useMutation({ mutationFn: store, onSuccess: done(words.saved) });
  const remove = useMutation({ mutationFn: removePicture, onSuccess: done(words.removed) });
  const error = set.error ?? remove.error;
  const removing = { name: words.remove, isPending: remove.isPending, onPress: () => remove.mutate() };
  return {
    error: error === null ? undefined : textOf(error),
    isPending: set.isPending,
    onChoose: set.mutate,
    remove: hasPicture ? removing : undefined,
  };
};
