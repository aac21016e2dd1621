/** One open question to a team, so that there is a survey to look at. */
export const DEMO_SURVEY = {
  title: 'How is the work going?',
  team_slug: 'web',
  questions: [
    { kind_em: 'rating_1_5', text: 'I can get into a piece of work without being interrupted.' },
    { kind_em: 'nps_0_10', text: 'Would you recommend our way of reviewing code to a friend?' },
    { kind_em: 'text', text: 'What should we stop doing?' },
  ],
};
