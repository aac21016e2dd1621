import { Agent } from 'node:http';

const SOCKETS = 512;
/** Shorter than the units keep theirs, so that none is closed by the unit just as we take it up. */
const IDLE_MS = 60_000;

/** The kept connections to one unit: all alike, so none needs a name made of its options, nor a timer set anew for each request. */
export class UnitAgent extends Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS, timeout: IDLE_MS });
  }

  override getName(): string {
    return 'unit';
  }

  override keepSocketAlive(): boolean {
    return true;
  }
}
