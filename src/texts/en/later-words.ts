/** Words of several pages that the first page does without. */
export const laterWords = {
  copy: 'Copy',
  copied: 'Copied.',
  showMore: 'Show more',
  acts: 'What can be done',
  next: 'Next',
  saved: 'Saved.',
  save: 'Save',
};
