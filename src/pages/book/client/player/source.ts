/** Gives a media its source. A playlist is read by the browser itself, or by a library that is loaded then. */
export const setSource = async (media: HTMLMediaElement): Promise<void> => {
  const { playlist } = media.dataset;
  if (playlist === undefined) return;
  if (media.canPlayType('application/vnd.apple.mpegurl') !== '') {
    media.src = playlist;
    return;
  }
  const { default: Hls } = await import('hls.js/light');
  if (!Hls.isSupported()) return;
  // The policy of the page lets no worker be made from text.
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
  const file = media.getAttribute('src');
  hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (!fatal) return;
    hls.destroy();
    if (file !== null) media.src = file;
    else media.dispatchEvent(new Event('error'));
  });
  hls.loadSource(playlist);
  hls.attachMedia(media);
};
