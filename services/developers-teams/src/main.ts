import { runService } from '@linescope/chassis/service/run-service';
import { developersTeamsService } from './service.ts';

await runService(developersTeamsService);
