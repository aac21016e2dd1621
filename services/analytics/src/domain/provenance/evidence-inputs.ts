import { createHash } from 'node:crypto';
import type { LineSource, PlannedTarget } from './plan-sources.ts';

/** What can change of a commit: the run that read it, what it declares, and its record. */
export type InputsOf = (sha: string) => string;

/** Each target's inputs as one number: of the commit itself, and of all that it inherits from, whose inputs count in turn. */
export function evidenceInputs(targets: readonly PlannedTarget[], stateOf: InputsOf): Map<string, number> {
  const inputs = new Map<string, number>();
  for (const { sha, sources } of targets) {
    const parts = [
      stateOf(sha),
      ...sources.map((source) => describe(source, (other) => inputs.get(other) ?? stateOf(other))),
    ];
    inputs.set(sha, numberOf(parts.join('\n')));
  }
  return inputs;
}

function describe(source: LineSource, inputsOf: (sha: string) => number | string): string {
  const shas = source.kind === 'squash' ? [source.head, ...source.commits] : [source.sha];
  const narrows = source.kind === 'squash' && source.narrows;
  return `${source.kind} ${narrows} ${shas.map((sha) => `${sha} ${inputsOf(sha)}`).join(' ')}`;
}

/** 48 bits, which a number holds exactly; never 0, which says that nothing was derived. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6) || 1;
