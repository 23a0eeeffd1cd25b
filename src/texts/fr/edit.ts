/** What forms say while somebody changes what is there. */
export const edit = {
  conflict: 'Quelqu’un d’autre l’a modifié à {time}. Que garder ?',
  conflictBy: '{name} l’a modifié à {time}. Que garder ?',
  conflictWrote: 'Ce que {name} a écrit',
  conflictTheirs: 'Ce que l’autre personne a écrit',
  conflictMine: 'Ce que vous avez écrit',
  conflictSave: 'Enregistrer ce choix',
  before: 'Avant : {value}',
  changes: '{count, plural, one {# modification} other {# modifications}}',
  discard: 'Abandonner',
  leaveTitle: 'Quitter sans enregistrer ?',
  leaveText:
    '{count, plural, one {# modification n’est pas enregistrée.} other {# modifications ne sont pas enregistrées.}}',
  leaveStay: 'Rester ici',
  leaveGo: 'Quitter',
  pictureDrop: 'Déposez une image ici',
  pictureChoose: 'ou choisissez-en une',
  pictureUnreadable: "Ce fichier n'est pas une image. Choisissez un SVG, PNG, JPEG ou WebP.",
};
