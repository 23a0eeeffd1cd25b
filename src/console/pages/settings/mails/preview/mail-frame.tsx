import { useEffect, useRef, useState } from 'react';

interface MailFrameProps {
  readonly title: string;
  readonly html: string;
  readonly isDark: boolean;
  /** The width of the screen on which the email is shown, in pixels. */
  readonly width: number;
}

const EMPTY = '<!doctype html><html><head></head><body></body></html>';
const DARK = /\(prefers-color-scheme: dark\)/g;

/**
 * Writes an email into the document of a frame. The policy of the console forbids the styles in the text of an email, so they are
 * set one by one. Links lead nowhere: it is an example.
 */
const write = (frame: HTMLIFrameElement, html: string, isDark: boolean): void => {
  const { contentDocument: target, contentWindow } = frame;
  const view = contentWindow as (Window & typeof globalThis) | null;
  if (target === null || view === null) return;
  const sheet = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const plain = html.replace(/<style>[\s\S]*?<\/style>/g, '').replaceAll(' style="', ' data-style="');
  const mail = new DOMParser().parseFromString(plain, 'text/html');
  const styles = new view.CSSStyleSheet();
  styles.replaceSync(sheet.replace(DARK, isDark ? '(min-width: 0px)' : '(max-width: 0px)'));
  target.adoptedStyleSheets = [styles];
  target.documentElement.lang = mail.documentElement.lang;
  const body = target.importNode(mail.body, true);
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  }
  for (const link of body.querySelectorAll('a')) link.removeAttribute('href');
  target.body.replaceWith(body);
};

/** An email as a mail program shows it, made smaller where the page is narrower. No script of it runs. */
export const MailFrame = ({ title, html, isDark, width }: MailFrameProps) => {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(0);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!isLoaded || frame.current === null) return;
    frame.current.style.inlineSize = `${width}px`;
    write(frame.current, html, isDark);
    setHeight(frame.current.contentDocument?.body.scrollHeight ?? 0);
  }, [isLoaded, html, isDark, width]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  return (
    <div ref={place} className="mail-frame" style={{ blockSize: height * scale }}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc={EMPTY}
        tabIndex={-1}
        style={{ blockSize: height, scale: String(scale) }}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
};
