import { runService } from '@linescope/chassis/service/run-service';
import { defectsReleasesService } from './service.ts';

await runService(defectsReleasesService);
