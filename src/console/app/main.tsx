import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/queries.ts';
import { endFirstPicture, hasFirstPicture } from '../base/first-picture.ts';
import { loadTexts, pageLanguage, TextsProvider } from '../base/texts.tsx';
import { takeServerClocks } from '../base/time/zone-offsets.ts';
import { meQuery } from '../session/session.ts';
import { stopUnreadForms } from '../ui/keys/focus-field.ts';
import { allowTranslation } from '../ui/translated-page.ts';
import { router } from './router.tsx';

const start = async (): Promise<void> => {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element for the console');
  stopUnreadForms();
  // A browser may translate the first picture.
  allowTranslation();
  takeServerClocks(document.getElementById('clocks')?.textContent);
  // Whoever is signed in asks for themselves while the texts come.
  if (hasFirstPicture()) void queryClient.prefetchQuery(meQuery);
  router.subscribe('onRendered', endFirstPicture);
  const language = pageLanguage();
  const texts = await loadTexts(language);
  createRoot(place).render(
    <I18nProvider locale={language}>
      <TextsProvider texts={texts} language={language}>
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </TextsProvider>
    </I18nProvider>,
  );
};

void start();
