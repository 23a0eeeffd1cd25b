// The player of the library. Without it the browser's own controls play the file.
import { makeCaptions } from './player/captions.ts';
import { clockText } from './player/clock-text.ts';
import { goOn } from './player/next.ts';
import { makeSeek } from './player/seek.ts';
import { setSource } from './player/source.ts';
import { showStates } from './player/states.ts';
import { watch } from './player/watching.ts';

/** A step back or ahead, seconds. */
const STEP = 10;

const PAUSE = '<path d="M7 4h3v16H7zM14 4h3v16h-3z"/>';

const holdScreen = (media: HTMLMediaElement): void => {
  let lock: WakeLockSentinel | undefined;
  const hold = async (): Promise<void> => {
    try {
      lock = await navigator.wakeLock?.request('screen');
    } catch {
      // The phone saves its battery.
    }
  };
  const release = (): void => {
    void lock?.release();
    lock = undefined;
  };
  media.addEventListener('play', hold);
  media.addEventListener('pause', release);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !media.paused) void hold();
  });
};

/** Whether keys belong to what has the focus: a field, a list of choices, or a button that is pressed with them. */
const isTaken = (key: string): boolean => {
  const focused = document.activeElement;
  if (focused === null || focused.closest('input, select, textarea, dialog') !== null) return true;
  return key === ' ' && focused.closest('button, a') !== null;
};

/** The keys of a player: space, arrows, C and F. */
const onKeys = (actions: readonly (readonly [key: string, act: () => void])[]): void => {
  const byKey = new Map(actions);
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const act = byKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (act === undefined || isTaken(event.key)) return;
    event.preventDefault();
    act();
  });
};

const start = async (screen: HTMLElement, media: HTMLMediaElement): Promise<void> => {
  const controls = screen.querySelector<HTMLElement>('.controls');
  const bar = screen.querySelector<HTMLElement>('.seek');
  const line = screen.querySelector<HTMLElement>('.caption');
  const play = screen.querySelector<HTMLElement>('[data-do="play"]');
  const upNext = screen.querySelector<HTMLElement>('.up-next');
  const [now, whole] = [screen.querySelector('.now'), screen.querySelector('.whole')];
  if (controls === null || bar === null || line === null || play === null || upNext === null) return;

  const chapters = [...document.querySelectorAll<HTMLElement>('.chapters a[data-at]')];
  const starts = chapters.map(({ dataset }) => Number(dataset.at));
  media.controls = false;
  controls.hidden = false;
  screen.dataset.alive = '';

  const toggle = (): void => void (media.paused ? media.play().catch(() => {}) : media.pause());
  const move = (seconds: number): void => {
    media.currentTime = Math.max(0, Math.min(media.duration || 0, media.currentTime + seconds));
  };
  const fullScreen = (): void =>
    void (document.fullscreenElement === null ? screen.requestFullscreen?.() : document.exitFullscreen());
  const captionButton = screen.querySelector<HTMLElement>('[data-do="captions"]');
  const turnCaptions = makeCaptions(media, line, (isOn) => {
    captionButton?.setAttribute('aria-pressed', String(isOn));
    captionButton?.classList.toggle('on', isOn);
  });
  const captions = (): void => {
    if (captionButton !== null) turnCaptions();
  };
  const actions: Readonly<Record<string, () => void>> = {
    play: toggle,
    back: () => move(-STEP),
    ahead: () => move(STEP),
    captions,
    full: fullScreen,
  };
  for (const button of screen.querySelectorAll<HTMLElement>('[data-do]')) {
    button.addEventListener('click', () => actions[button.dataset.do ?? '']?.());
  }
  // A press on the picture plays and pauses.
  media.addEventListener('click', toggle);
  onKeys([
    [' ', toggle],
    ['k', toggle],
    ['ArrowLeft', () => move(-STEP)],
    ['ArrowRight', () => move(STEP)],
    ['c', captions],
    ['f', fullScreen],
  ]);

  const [playLabel, playIcon] = [play.getAttribute('aria-label') ?? '', play.innerHTML];
  const pauseIcon = playIcon.replace(/<path.*?\/>|<path.*?<\/path>/, PAUSE);
  const showState = (): void => {
    play.innerHTML = media.paused ? playIcon : pauseIcon;
    play.setAttribute('aria-label', media.paused ? playLabel : (play.dataset.pause ?? playLabel));
    screen.toggleAttribute('data-playing', !media.paused);
  };
  const showTime = (): void => {
    if (now !== null) now.textContent = clockText(media.currentTime);
    if (whole !== null && Number.isFinite(media.duration)) whole.textContent = clockText(media.duration);
    const current = starts.findLastIndex((each) => each <= media.currentTime + 0.25);
    for (const [index, link] of chapters.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  media.addEventListener('play', showState);
  media.addEventListener('pause', showState);
  media.addEventListener('timeupdate', showTime);
  media.addEventListener('loadedmetadata', showTime);
  for (const link of chapters) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      media.currentTime = Number(link.dataset.at);
      void media.play().catch(() => {});
    });
  }

  const speed = document.querySelector<HTMLSelectElement>('#speed');
  speed?.closest<HTMLElement>('label')?.removeAttribute('hidden');
  speed?.addEventListener('change', () => {
    media.playbackRate = Number(speed.value);
  });

  showStates(screen, media);
  makeSeek(bar, media, starts);
  // Pages for visitors report no progress.
  if (media.dataset.media !== undefined) watch(media);
  holdScreen(media);
  goOn(media, upNext);
  const resume = Number(media.dataset.resume);
  const goBack = (): void => {
    if (resume > 0 && media.currentTime === 0) media.currentTime = resume;
  };
  if (media.readyState >= HTMLMediaElement.HAVE_METADATA) goBack();
  else media.addEventListener('loadedmetadata', goBack, { once: true });
  await setSource(media);
  showState();
  // Whoever comes from the end of another goes on; nothing else plays automatically.
  if (new URLSearchParams(location.search).has('go')) {
    history.replaceState(null, '', location.pathname);
    void media.play().catch(() => {});
  }
};

const media = document.querySelector<HTMLMediaElement>('#player');
const screen = media?.closest<HTMLElement>('.screen');
if (media != null && screen != null) void start(screen, media);
