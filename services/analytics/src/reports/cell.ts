/** One interval of one series, with the value of each formula. */
export interface Cell {
  bucket: string;
  series: string;
  values: (number | null)[];
}
