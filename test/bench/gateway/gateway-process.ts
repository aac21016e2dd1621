import { startService } from '@linescope/chassis/service/run-service';
import { gateway } from '@linescope/gateway/gateway';
import { answerParent } from '../../support/bench-child.ts';

/** The gateway itself, as it runs in production. */
answerParent(async () => (await startService(gateway, process.env)).started.port);
