import { runService } from '@linescope/chassis/service/run-service';
import { gateway } from './gateway.ts';

await runService(gateway);
