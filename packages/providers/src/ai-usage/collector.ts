import type { AiProviderName } from '../provider-names.ts';
import type { AiUsageRow, UsageFigure } from './usage-row.ts';

export type AiConnection = {
  id: string;
  provider: AiProviderName;
  token: string;
  /** The organization or enterprise at the vendor, where its API names one in the path. */
  account: string | null;
  /** Null for the vendor's own address. */
  endpoint: string | null;
};

export interface AiUsageCollector {
  /** A UTC day (`YYYY-MM-DD`), or null while the vendor has not closed it. The same day gives the same rows. */
  collect(day: string): Promise<CollectedDay | null>;
}

export interface CollectedDay {
  rows: AiUsageRow[];
  /** Figures that the report has no field for, whoever it is about: their zeros say nothing. */
  missing: UsageFigure[];
}
