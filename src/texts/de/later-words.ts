/** Words of several pages that the first page does without. */
export const laterWords = {
  copy: 'Kopieren',
  copied: 'Kopiert.',
  showMore: 'Mehr zeigen',
  acts: 'Was Sie tun können',
  next: 'Weiter',
  saved: 'Gespeichert.',
  save: 'Speichern',
};
