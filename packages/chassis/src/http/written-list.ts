/**
 * A long list in an answer that whoever made it has written as JSON: where records have most of their fields in common, those are
 * written once and copied for each, instead of being written once a record.
 */
export class WrittenList {
  readonly length: number;
  /** Together a JSON array. */
  readonly parts: readonly Buffer[];
  /** Called once they are sent: whoever wrote them may write in them again. */
  readonly release: () => void;

  constructor(length: number, parts: readonly Buffer[], release: () => void = () => {}) {
    this.length = length;
    this.parts = parts;
    this.release = release;
  }

  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.parts).toString());
  }
}
