import { runService } from '@linescope/chassis/service/run-service';
import { analyticsService } from './service.ts';

await runService(analyticsService);
