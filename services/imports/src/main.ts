import { runService } from '@linescope/chassis/service/run-service';
import { importsService } from './service.ts';

await runService(importsService);
