/** What forms say while somebody changes what is there. */
export const edit = {
  conflict: 'Somebody else changed this at {time}. Which should stay?',
  conflictBy: '{name} changed this at {time}. Which should stay?',
  conflictWrote: 'What {name} wrote',
  conflictTheirs: 'What the other person wrote',
  conflictMine: 'What you wrote',
  conflictSave: 'Save this choice',
  before: 'Was: {value}',
  changes: '{count, plural, one {# change} other {# changes}}',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: '{count, plural, one {# change is} other {# changes are}} not saved.',
  leaveStay: 'Stay here',
  leaveGo: 'Leave',
  pictureDrop: 'Drop a picture here',
  pictureChoose: 'or choose one',
  pictureUnreadable: 'This file is no picture. Choose an SVG, PNG, JPEG or WebP.',
};
