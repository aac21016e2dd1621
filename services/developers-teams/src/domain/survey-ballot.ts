import { z } from 'zod';

/** One respondent's answers, as they wait sealed for the close. */
const ballotSchema = z.object({
  committerId: z.number(),
  groupNo: z.number(),
  answers: z.array(z.object({ questionNo: z.number(), choices: z.array(z.number()), text: z.string().nullable() })),
});
export type Ballot = z.infer<typeof ballotSchema>;

/** Sealed ballots of like lengths: their size must not distinguish an essay from a yes. */
const PAD_TO = 2048;

export function writeBallot(ballot: Ballot): string {
  const text = JSON.stringify(ballot);
  return text.padEnd(Math.ceil(text.length / PAD_TO) * PAD_TO);
}

export const readBallot = (text: string): Ballot => ballotSchema.parse(JSON.parse(text));

/** What ballots are sealed for: one that was moved to another survey does not open. */
export const ballotContext = (surveyId: number): string => `survey:${surveyId}`;
