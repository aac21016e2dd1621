/** So many times may what is derived from a run's rows be derived anew before the next run. */
const DERIVATIONS_A_RUN = 2 ** 20;

/** The version of what a run of an import writes: greater than all that was derived from earlier runs, with room for what will be from this one. */
export const factVersion = (run: number): number => run * DERIVATIONS_A_RUN;

/** The run that wrote a row, or the row that it was derived from. */
export const runOfVersion = (version: number): number => Math.floor(version / DERIVATIONS_A_RUN);
