/**
 * A long list in an answer whose records were written as JSON by whoever made them: where records have most of their fields in
 * common, those are written once instead of once a record.
 */
export class WrittenList {
  readonly records: readonly string[];

  constructor(records: readonly string[]) {
    this.records = records;
  }

  toJSON(): unknown {
    return JSON.parse(`[${this.records.join(',')}]`);
  }
}
