import type { Texts } from '../translate.ts';

/** The first day of a studio in French. */
export const firstDay: Texts['firstDay'] = {
  welcome: 'Bienvenue, {name}',
  welcomeText:
    'Sept choses préparent {studio} pour son premier cours. Environ 20 minutes, dans l’ordre que vous voulez.',
  firstSteps: 'Premiers pas',
  stepsOf: '{done, number} sur {all, number}',
  stepsDone: '{done, number} sur {all, number} faits',
  stepDone: 'Fait',
  help: 'Aide',
  stepSite: 'Studio et premier site',
  stepSiteText: '{site}, {zone}',
  stepSiteAct: 'Ouvrir les réglages',
  stepBrand: 'Couleur et logo',
  stepBrandText: 'Ils sont sur chaque e-mail et chaque reçu',
  stepBrandAct: 'Les choisir',
  stepTimetable: 'Mettez vos cours au planning',
  stepTimetableText: 'Comme vous le diriez : chaque lundi à 18:00',
  stepPlans: 'Dites ce que vous vendez',
  stepPlansText: 'Carnets, abonnements, un prix à la séance',
  stepPlansAct: 'Ajouter une formule',
  stepClients: 'Amenez vos clients',
  stepClientsText: 'Depuis un CSV de Mindbody, Momence ou autre ; essayé d’abord, ligne par ligne',
  stepClientsAct: 'Importer',
  stepTeam: 'Invitez l’équipe',
  stepTeamText: 'Un lien valable trois jours',
  stepTeamAct: 'Inviter',
  stepBook: 'Laisser les membres réserver en ligne',
  stepBookText: 'Un serveur de mail pour leurs codes, une formule vendue en ligne et l’adresse à partager',
  stepBookAct: 'Configurer',
  previewTitle: 'Ce qu’Aujourd’hui montrera',
  previewText:
    'Les cours du jour pendant qu’ils ont lieu : qui est attendu, qui est là, qui attend et ce qui vous demande.',
};
