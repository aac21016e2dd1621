import { runService } from '@linescope/chassis/service/run-service';
import { importsWorker } from './worker-service.ts';

await runService(importsWorker);
