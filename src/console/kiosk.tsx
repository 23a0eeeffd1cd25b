import { createRoot } from 'react-dom/client';
import { takeServerClocks } from './clocks.ts';
import { kioskToken } from './kiosk/api.ts';
import { KioskApp } from './kiosk/kiosk-app.tsx';
import { loadAllTexts, loadTexts, pageLanguage, TextsProvider } from './texts.tsx';
import { guardRestingPointer } from './ui/resting-pointer.ts';

const start = async (): Promise<void> => {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element for the kiosk');
  // A person starts a kiosk from the console.
  if (kioskToken() === null) location.replace('/console/sign-in');
  takeServerClocks(document.getElementById('clocks')?.textContent);
  guardRestingPointer();
  const language = pageLanguage();
  const texts = await loadTexts(language);
  await loadAllTexts();
  document.body.classList.add('kiosk');
  createRoot(place).render(
    <TextsProvider texts={texts} language={language}>
      <KioskApp />
    </TextsProvider>,
  );
};

void start();
