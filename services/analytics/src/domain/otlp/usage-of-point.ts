import { DAY_MS, dayOf } from '@linescope/contract/days';
import type { AttributeValue, TelemetryPoint } from './read-points.ts';
import {
  EMAIL_ATTRIBUTES,
  TELEMETRY_TOOLS,
  type TelemetryFigure,
  type TelemetryRule,
  type TelemetryTool,
} from './tools.ts';

/** Points of earlier days are refused: what is known of duplicates reaches back so far. */
export const LATE_DAYS = 3;
const MAX_VALUE = 1e12;
const MAX_NAME = 320;
const MAX_MODEL = 200;

/** Whom a point names. */
export interface NamedPerson {
  email: string | null;
  account: string | null;
}

export interface PointUsage {
  tool: string;
  person: NamedPerson;
  model: string;
  day: string;
  figures: { figure: TelemetryFigure; value: number; times: number }[];
}

/** A point that counts, and under which name its usage is kept. */
export interface CountedPoint extends PointUsage {
  point: TelemetryPoint;
  who: string;
}

const names = new Map(
  (['metric', 'event'] as const).map((signal) => [
    signal,
    new Set(
      TELEMETRY_TOOLS.flatMap(({ rules }) => rules.filter((rule) => rule.signal === signal).map(({ name }) => name)),
    ),
  ]),
);

export const isWantedMetric = (name: string): boolean => names.get('metric')?.has(name) === true;
export const isWantedEvent = (name: string): boolean => names.get('event')?.has(name) === true;

/** The usage that a point tells of; null where it tells of none; a sentence where it cannot be taken. */
export function usageOfPoint(point: TelemetryPoint, now: Date): PointUsage | string | null {
  const tool = TELEMETRY_TOOLS.find(
    ({ service, rules }) =>
      point.service.toLowerCase().includes(service ?? '') && rules.some((rule) => isOf(rule, point)),
  );
  if (!tool) return null;
  const figures = tool.rules
    .filter((rule) => isOf(rule, point) && holds(rule, point.attributes))
    .flatMap((rule) =>
      rule.figures.map((figure) => ({ figure, value: readValue(rule, point), times: rule.times ?? 1 })),
    );
  if (figures.length === 0) return null;
  const problem = valueProblem(point.name, figures) ?? timeProblem(point, now);
  if (problem !== null) return problem;
  return {
    tool: tool.provider,
    person: personOf(tool, point.attributes),
    model: clean(point.attributes.get(tool.model)).slice(0, MAX_MODEL) || 'unknown',
    day: dayOf(new Date(millisecondsOf(point.at))),
    figures,
  };
}

const isOf = (rule: TelemetryRule, point: TelemetryPoint): boolean =>
  rule.signal === point.signal && rule.name === point.name;

const holds = ({ when = {} }: TelemetryRule, attributes: TelemetryPoint['attributes']): boolean =>
  Object.entries(when).every(([name, values]) => values.includes(String(attributes.get(name) ?? '')));

function readValue({ attribute }: TelemetryRule, { attributes, value }: TelemetryPoint): number {
  if (attribute === undefined) return value;
  const given = attributes.get(attribute);
  return given === undefined || given === '' ? 0 : Number(given);
}

function valueProblem(name: string, figures: PointUsage['figures']): string | null {
  if (figures.some(({ value }) => !Number.isFinite(value))) return `A value of ${name} is not a number.`;
  if (figures.some(({ value }) => value < 0)) return `A value of ${name} is negative.`;
  return figures.some(({ value }) => value > MAX_VALUE) ? `A value of ${name} is too large.` : null;
}

function timeProblem({ at, start, temporality }: TelemetryPoint, now: Date): string | null {
  const time = millisecondsOf(at);
  if (time > now.getTime() + DAY_MS) return 'A point is more than a day ahead of the time.';
  if (time < now.getTime() - LATE_DAYS * DAY_MS) return `A point is more than ${LATE_DAYS} days late.`;
  if (temporality === 'cumulative' && start === 0n) return 'A cumulative point does not say since when it counts.';
  return start > at ? 'A point starts after it ends.' : null;
}

export const millisecondsOf = (nanoseconds: bigint): number => Number(nanoseconds / 1_000_000n);

/** A name that every store can hold. */
const clean = (value: AttributeValue | undefined): string =>
  String(value ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .trim();

function personOf(tool: TelemetryTool, attributes: ReadonlyMap<string, AttributeValue>): NamedPerson {
  const first = (keys: readonly string[]) =>
    keys.map((key) => clean(attributes.get(key))).find((text) => text !== '' && text.length <= MAX_NAME);
  const email = first(EMAIL_ATTRIBUTES)?.toLowerCase();
  return {
    email: email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null,
    account: first(tool.accounts) ?? null,
  };
}
