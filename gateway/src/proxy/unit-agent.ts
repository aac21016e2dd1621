import { Agent } from 'node:http';
import type { Socket } from 'node:net';

const SOCKETS = 512;
/** An empty server name spares each request the search for one, which only TLS needs. */
const KEPT = { keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS, servername: '' };
/** Twice this is shorter than the units keep their connections, so that none is closed by the unit just as we take it up. */
const SWEEP_MS = 30_000;

/**
 * The kept connections to one unit: all alike, so none needs a name made of its options, nor a timer set anew for each request. One
 * that carried nothing between two sweeps is closed.
 */
export class UnitAgent extends Agent {
  #idle = new Map<Socket, number>();
  readonly #sweep: NodeJS.Timeout;

  constructor(sweepMs = SWEEP_MS) {
    super(KEPT);
    this.#sweep = setInterval(() => this.#closeIdle(), sweepMs).unref();
  }

  override getName(): string {
    return 'unit';
  }

  override keepSocketAlive(): boolean {
    return true;
  }

  override destroy(): void {
    clearInterval(this.#sweep);
    super.destroy();
  }

  #closeIdle(): void {
    const idle = new Map<Socket, number>();
    for (const socket of Object.values(this.freeSockets).flatMap((sockets) => sockets ?? [])) {
      if (this.#idle.get(socket) === socket.bytesWritten) socket.destroy();
      else idle.set(socket, socket.bytesWritten);
    }
    this.#idle = idle;
  }
}
