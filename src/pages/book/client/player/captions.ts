const CHOICE = 'studiod.captions';

/** What was chosen last on this device; undefined for nothing, also where the browser keeps nothing. */
const choiceMade = (): boolean | undefined => {
  try {
    const choice = localStorage.getItem(CHOICE);
    return choice === null ? undefined : choice === '1';
  } catch {
    return undefined;
  }
};
const keepChoice = (isOn: boolean): void => {
  try {
    localStorage.setItem(CHOICE, isOn ? '1' : '0');
  } catch {
    // Then it is chosen again.
  }
};

const languageOf = (tag: string): string => tag.slice(0, 2).toLowerCase();

/** The captions in a language of the phone, else of the page, else the first. */
const chosenOf = (tracks: readonly HTMLTrackElement[]): HTMLTrackElement | undefined => {
  const inLanguage = navigator.languages.flatMap(
    (each) => tracks.find(({ srclang }) => languageOf(srclang) === languageOf(each)) ?? [],
  );
  return inLanguage[0] ?? tracks.find((track) => track.dataset.own !== undefined) ?? tracks[0];
};

/**
 * Shows captions in the picture of the page. They are on from the start where the phone asks for captions: its browser turns
 * a track on automatically then. What was chosen last on the page goes before.
 * @param shown hears whether they are on.
 * @returns what turns them on and off.
 */
export const makeCaptions = (media: HTMLMediaElement, line: HTMLElement, shown: (isOn: boolean) => void) => {
  const tracks = [...media.querySelectorAll('track')];
  const chosen = chosenOf(tracks);
  const text = line.querySelector('span');
  let isOn = false;

  const show = (): void => {
    const cues = isOn ? [...(chosen?.track.activeCues ?? [])] : [];
    const words = cues
      .map((cue) => ('getCueAsHTML' in cue ? (cue as VTTCue).getCueAsHTML().textContent : ''))
      .join('\n');
    if (text !== null) text.textContent = words;
    line.hidden = words === '';
    if (chosen !== undefined) line.lang = chosen.srclang;
  };
  chosen?.track.addEventListener('cuechange', show);

  const turn = (next: boolean): void => {
    isOn = next;
    // The page shows the words itself.
    for (const { track } of tracks) track.mode = 'disabled';
    if (chosen !== undefined && isOn) chosen.track.mode = 'hidden';
    show();
    shown(isOn);
  };
  const isAskedFor = (): boolean => tracks.some(({ track }) => track.mode === 'showing');
  const begin = (): void => {
    const choice = choiceMade();
    if (isAskedFor()) turn(choice ?? true);
    else if (choice === true && !isOn) turn(true);
  };
  begin();
  // Browsers turn tracks on when they know the media.
  media.textTracks.addEventListener('change', begin);

  return (): void => {
    keepChoice(!isOn);
    turn(!isOn);
  };
};
