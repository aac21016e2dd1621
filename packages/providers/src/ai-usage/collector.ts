import type { Runtime } from '../pacing/runtime.ts';
import type { AiProviderName } from '../provider-names.ts';
import type { AiUsageRow } from './usage-row.ts';
import { vendorACollector } from './vendor-a-assistant.ts';
import { vendorBCollector } from './vendor-b-editor.ts';
import { vendorCEnterpriseTeamsCollector, vendorCPlatformCollector } from './vendor-c.ts';

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
  /** All rows of a UTC day (`YYYY-MM-DD`), or null while the vendor has not closed it. The same day gives the same rows. */
  collect(day: string): Promise<AiUsageRow[] | null>;
}

const collectors: Record<AiProviderName, (connection: AiConnection, runtime: Runtime) => AiUsageCollector> = {
  vendorA_assistant: vendorACollector,
  vendorB_editor: vendorBCollector,
  vendorC_platform: vendorCPlatformCollector,
  vendorC_enterprise_teams: vendorCEnterpriseTeamsCollector,
};

export const openAiUsageCollector = (connection: AiConnection, runtime: Runtime): AiUsageCollector =>
  collectors[connection.provider](connection, runtime);
