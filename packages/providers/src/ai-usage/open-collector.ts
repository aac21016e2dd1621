import { CLAUDE, COPILOT, COPILOT_ENTERPRISE_TEAMS, CURSOR } from '@linescope/contract/vendors';
import type { Runtime } from '../pacing/runtime.ts';
import type { AiProviderName } from '../provider-names.ts';
import { claudeCollector } from './claude.ts';
import type { AiConnection, AiUsageCollector } from './collector.ts';
import { copilotCollector, copilotEnterpriseTeamsCollector } from './copilot.ts';
import { cursorCollector } from './cursor.ts';

const collectors: Record<AiProviderName, (connection: AiConnection, runtime: Runtime) => AiUsageCollector> = {
  [CLAUDE]: claudeCollector,
  [CURSOR]: cursorCollector,
  [COPILOT]: copilotCollector,
  [COPILOT_ENTERPRISE_TEAMS]: copilotEnterpriseTeamsCollector,
};

export const openAiUsageCollector = (connection: AiConnection, runtime: Runtime): AiUsageCollector =>
  collectors[connection.provider](connection, runtime);
