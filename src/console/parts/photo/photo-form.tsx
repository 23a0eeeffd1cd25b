import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { base64Of, squarePhoto } from '../../ui/pictures/pictures.ts';

/** A picture that was chosen, and the address under which the browser shows it. */
interface Chosen {
  readonly picture: Blob;
  readonly url: string;
}

interface PhotoFormProps {
  /** What the person is called in a sentence. */
  readonly name: string;
  readonly fullName: string;
  readonly photoUrl: string | null;
  /** Who sees the photo. */
  readonly text: string;
  /** Saves a picture in Base64. */
  readonly save: (image: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets, replaces or removes the photo of a person. What was chosen is shown before it is saved. */
export const PhotoForm = ({ name, fullName, photoUrl, text, onDone, onClose, ...actions }: PhotoFormProps) => {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => chosen && URL.revokeObjectURL(chosen.url), [chosen]);
  const done = (said: string) => () => {
    say(said);
    onDone();
    onClose();
  };
  const save = useMutation({
    mutationFn: async (picture: Blob) => actions.save(await base64Of(picture)),
    onSuccess: done(t('client.photoSaved', { name })),
  });
  const remove = useMutation({
    mutationFn: actions.remove,
    onSuccess: done(t('client.photoRemoved', { name })),
  });
  const choose = async (files: FileList | null): Promise<void> => {
    const file = files?.item(0);
    if (!file) return;
    try {
      const picture = await squarePhoto(file);
      setChosen({ picture, url: URL.createObjectURL(picture) });
      setProblem(undefined);
    } catch {
      setProblem(t('client.photoUnreadable'));
    }
  };
  const form = useForm({
    act: { error: problem === undefined ? (save.error ?? remove.error) : null, isPending: save.isPending },
    submit: () => (chosen === undefined ? setProblem(t('client.photoMissing')) : save.mutate(chosen.picture)),
  });
  return (
    <DialogForm
      form={form}
      title={t('client.photoTitle', { name: fullName })}
      act={t('client.photoSave')}
      more={
        photoUrl !== null && (
          <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
            {t('client.photoRemove')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <p className="quiet">{text}</p>
      <div className="photo-choice row">
        <Avatar name={fullName} photoUrl={chosen?.url ?? photoUrl} size="huge" />
        <FileTrigger
          acceptedFileTypes={['image/jpeg', 'image/png', 'image/webp']}
          onSelect={(files) => void choose(files)}
        >
          <Button autoFocus icon={ImageUp}>
            {t(chosen === undefined ? 'client.photoChoose' : 'client.photoOther')}
          </Button>
        </FileTrigger>
      </div>
      {problem !== undefined && (
        <p className="notice" data-tone="critical" role="alert">
          {problem}
        </p>
      )}
    </DialogForm>
  );
};
