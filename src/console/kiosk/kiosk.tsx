import { createRoot } from 'react-dom/client';
import { loadAllTexts, loadTexts, pageLanguage, TextsProvider } from '../base/texts.tsx';
import { takeServerClocks } from '../base/time/zone-offsets.ts';
import { guardRestingPointer } from '../ui/keys/resting-pointer.ts';
import { allowTranslation } from '../ui/translated-page.ts';
import { kioskToken } from './api.ts';
import { KioskApp } from './kiosk-app.tsx';

const start = async (): Promise<void> => {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element for the kiosk');
  // A person starts a kiosk from the console.
  if (kioskToken() === null) location.replace('/console/sign-in');
  takeServerClocks(document.getElementById('clocks')?.textContent);
  guardRestingPointer();
  allowTranslation();
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
