import type { Question } from './survey.ts';

/** A published group's answers to one question, as they are shown. */
export interface Shown {
  count: number;
  mean: number | null;
  nps: number | null;
  distribution: Record<string, number> | null;
  texts: string[] | null;
}

/** Mean where answers are numbers, NPS where promoters are asked for, how often each choice was picked, or the texts. */
export function describeAnswers(
  question: Question,
  count: number,
  picked: ReadonlyMap<number, number>,
  texts: string[],
): Shown {
  if (question.kindEm === 'text') return { count, mean: null, nps: null, distribution: null, texts };
  const labels = labelsOf(question);
  const distribution = Object.fromEntries(labels.map(([choice, label]) => [label, picked.get(choice) ?? 0]));
  const isNumber = question.options.length === 0;
  const sum = [...picked].reduce((total, [choice, times]) => total + choice * times, 0);
  return {
    count,
    mean: isNumber ? round(sum / count, 2) : null,
    nps: question.kindEm === 'nps_0_10' ? promoterScore(picked, count) : null,
    distribution,
    texts: null,
  };
}

function labelsOf(question: Question): [number, string][] {
  if (question.kindEm === 'rating_1_5') return [1, 2, 3, 4, 5].map((value) => [value, String(value)]);
  if (question.kindEm === 'nps_0_10') return Array.from({ length: 11 }, (_, value) => [value, String(value)]);
  return question.options.map((option, index) => [index, option]);
}

/** Those who gave 9 or 10 less those who gave 6 or less, in percent. */
function promoterScore(picked: ReadonlyMap<number, number>, count: number): number {
  let score = 0;
  for (const [value, times] of picked) score += value >= 9 ? times : value <= 6 ? -times : 0;
  return round((100 * score) / count, 0);
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;
