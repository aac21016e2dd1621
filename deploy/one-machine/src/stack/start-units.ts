import { existsSync } from 'node:fs';
import { pickPort } from '@linescope/local-stores/ports';
import { filesIn } from '../settings.ts';
import { giveWay } from './give-way.ts';
import type { Launcher, StartProcess } from './launch.ts';
import type { Secrets } from './secrets.ts';
import { CODE_HOST_ENTRY, startCodeHost } from './start-code-host.ts';
import { startUnit } from './start-unit.ts';
import { argumentsOf, environmentOf, handsOver, portsOf, presentUnits, type Surroundings } from './units.ts';

/** Starts everything whose code is there; answers the local code host's address, if there is one. */
export async function startUnits(
  around: Surroundings,
  secrets: Secrets,
  launcher: Launcher,
  clickHouseReady: Promise<unknown>,
): Promise<{ codeHostUrl: string | undefined }> {
  const services: Record<string, StartProcess> = {};
  const gateway: Record<string, StartProcess> = {};
  for (const unit of presentUnits()) {
    const { http, internal } = portsOf(unit.name, around);
    const group = unit.name === 'gateway' ? gateway : services;
    group[unit.name] = async (hooks) => {
      if (unit.clickHouse) await clickHouseReady;
      return startUnit({
        ...hooks,
        onSpawn: (pid) => {
          hooks.onSpawn?.(pid);
          if (!unit.serves) giveWay(pid);
        },
        name: unit.name,
        args: argumentsOf(unit),
        env: environmentOf(unit, around, secrets),
        url: `http://127.0.0.1:${http}`,
        internalUrl: `http://127.0.0.1:${internal}`,
        dataDir: filesIn(around.dataDir).of(unit.name),
        handsOver: handsOver(unit),
      });
    };
  }
  if (existsSync(CODE_HOST_ENTRY)) {
    const port = await pickPort(portOf(secrets.code_host_url)); // where it was: connections lead there
    const dataDir = filesIn(around.dataDir).of('code-host');
    services['code-host'] = (hooks) => startCodeHost({ ...hooks, dataDir, port, token: secrets.code_host_token });
  }
  // The gateway is a step of its own, after the services: it is the first to stop.
  const [started] = await Promise.all([launcher.launch(services), launcher.launch(gateway)]);
  return { codeHostUrl: started.get('code-host')?.url };
}

function portOf(url: string | undefined): number | undefined {
  return url === undefined ? undefined : Number(new URL(url).port);
}
