/** How many segments the contract promises: the one place where tests take the number from. */
export const SEGMENT_COUNT = 117;
