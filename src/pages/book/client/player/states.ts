/** Shows that a media waits for more of its file, and says why it does not play. */
export const showStates = (screen: HTMLElement, media: HTMLMediaElement): void => {
  const waits = (isWaiting: boolean) => (): void => {
    screen.toggleAttribute('data-waiting', isWaiting);
  };
  media.addEventListener('waiting', waits(true));
  for (const over of ['playing', 'pause', 'error', 'seeked']) media.addEventListener(over, waits(false));

  const note = screen.querySelector<HTMLElement>('.trouble');
  const text = note?.querySelector('p');
  const show = (): void => {
    if (note == null || text == null) return;
    const { offline } = document.body.dataset;
    if (!navigator.onLine && offline !== undefined) text.textContent = offline;
    note.hidden = false;
  };
  media.addEventListener('error', show);
  media.addEventListener('playing', () => {
    if (note != null) note.hidden = true;
  });
  // It may have failed before the script came.
  if (media.error !== null) show();
};
