/** As a `WrittenList`: an object in an answer whose fields, of which each has much in common with the others, were written as JSON. */
export class WrittenFields {
  /** Each with its name: `"name":value`. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    this.fields = fields;
  }

  toJSON(): unknown {
    return JSON.parse(`{${this.fields.join(',')}}`);
  }
}
