import type { ParameterError } from '@linescope/contract/fault';

export const QUESTION_KINDS = ['rating_1_5', 'nps_0_10', 'single_choice', 'multiple_choice', 'text'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  kindEm: QuestionKind;
  text: string;
  /** Of choices; empty otherwise. */
  options: string[];
}

/** An answer as it is counted: which choices were picked, or a text. */
export interface Answer {
  questionNo: number;
  choices: number[];
  text: string | null;
}

const MAX_TEXT = 5000;

/** Reads what was answered; every fault is named, and so is each question by its id, from 1. */
export function readAnswers(
  questions: Question[],
  given: { question_id: number; value: unknown }[],
  errors: ParameterError[],
): Answer[] {
  const answers: Answer[] = [];
  const seen = new Set<number>();
  for (const { question_id: questionNo, value } of given) {
    const question = questions[questionNo - 1];
    const refuse = (detail: string) => errors.push({ param: 'answers', code_em: 'invalid', detail });
    if (!question) refuse(`answers names no question: ${questionNo}.`);
    else if (seen.has(questionNo)) refuse(`answers answers question ${questionNo} twice.`);
    else {
      const read = readAnswer(question, value);
      if ('problem' in read) refuse(`answers to question ${questionNo} ${read.problem}.`);
      else answers.push({ questionNo, ...read });
    }
    seen.add(questionNo);
  }
  return answers.sort((one, other) => one.questionNo - other.questionNo);
}

type Read = { choices: number[]; text: string | null } | { problem: string };

function readAnswer(question: Question, value: unknown): Read {
  switch (question.kindEm) {
    case 'rating_1_5':
      return readScale(value, 1, 5);
    case 'nps_0_10':
      return readScale(value, 0, 10);
    case 'single_choice':
      return readChoices(question.options, [value]);
    case 'multiple_choice':
      return readChoices(question.options, Array.isArray(value) ? value : [value]);
    case 'text':
      return readText(value);
  }
}

function readScale(value: unknown, lowest: number, highest: number): Read {
  const number = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
  const fits = typeof number === 'number' && Number.isInteger(number) && number >= lowest && number <= highest;
  return fits ? { choices: [number], text: null } : { problem: `must be an integer from ${lowest} to ${highest}` };
}

function readChoices(options: string[], values: unknown[]): Read {
  const choices = new Set(values.map((value) => (typeof value === 'string' ? options.indexOf(value) : -1)));
  if (choices.size === 0 || choices.has(-1)) return { problem: `must be of ${options.join(', ')}` };
  return { choices: [...choices].sort((one, other) => one - other), text: null };
}

function readText(value: unknown): Read {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('\0')) return { problem: 'must be a text' };
  return value.length > MAX_TEXT
    ? { problem: `must have at most ${MAX_TEXT} characters` }
    : { choices: [], text: value.trim() };
}

export const SURVEY_STATUSES = ['survey_scheduled', 'survey_open', 'survey_closed'] as const;
export type SurveyStatus = (typeof SURVEY_STATUSES)[number];

export function statusOf(
  survey: { opensAt: Date; closesAt: Date | null; closedAt: Date | null },
  now: Date,
): SurveyStatus {
  if (survey.closedAt || (survey.closesAt && survey.closesAt <= now)) return 'survey_closed';
  return survey.opensAt <= now ? 'survey_open' : 'survey_scheduled';
}
