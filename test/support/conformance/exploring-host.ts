import { abilitiesOf } from '../../../src/conformance/explore/abilities.ts'
import { createRun } from '../../../src/conformance/runner/open-run.ts'
import { createExploringHost } from '../../../src/conformance/runner/shared-exploration.ts'
import {
  createLostRequestCounts,
  createStopping,
} from '../../../src/conformance/runner/waiting/lost-requests.ts'
import { openTarget } from '../../../src/conformance/target/preparation.ts'
import { startDrydock } from '../../../src/index.ts'

/** The accounts and abilities of a simulator with which random walks explore it. */
export interface SimulatorHost {
  readonly host: ReturnType<typeof createExploringHost>
  readonly can: ReturnType<typeof abilitiesOf>
  close(): Promise<void>
}

/** Starts a simulator and prepares a run of the suite in which walks explore it. */
export async function openSimulatorHost(): Promise<SimulatorHost> {
  const drydock = await startDrydock({ port: 0 })
  const options = { baseUrl: drydock.url }
  const stopping = createStopping(undefined)
  const prepared = await openTarget(options, { signal: stopping.signal, probes: true })
  const { running } = createRun({
    options,
    prepared,
    selected: [],
    stopping,
    lostRequests: createLostRequestCounts(),
  })
  return {
    host: createExploringHost(running),
    can: abilitiesOf(prepared.target, { buying: true }),
    close: async () => {
      await running.client.close()
      stopping.close()
      await prepared.close()
      await drydock.close()
    },
  }
}
