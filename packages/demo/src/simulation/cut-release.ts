import { capital } from '../languages/language.ts';
import { type Release, type Simulation, someoneAt, stampOf } from './simulation.ts';

/** Tags main as it stands; everything merged since the last release goes out with it. */
export function cutRelease(sim: Simulation, name: string, defects: string[]): Release {
  const by = someoneAt(sim, sim.time);
  const release: Release = {
    id: sim.nextId(),
    name,
    mark: sim.main,
    at: sim.time,
    by,
    defects,
    issues: [...sim.unreleased],
  };
  sim.unreleased.clear();
  sim.history.tag(name, sim.main, stampOf(by, sim.time), `${capital(sim.blueprint.name)} ${name}`);
  sim.releases.push(release);
  return release;
}
