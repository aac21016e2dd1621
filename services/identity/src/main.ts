import { runService } from '@linescope/chassis/service/run-service';
import { identityService } from './service.ts';

await runService(identityService);
