import { z } from 'zod'
import { Seeded } from '../support/seeded.ts'
import type { TestClient } from '../support/test-client.ts'
import { newFacts } from './facts.ts'
import type { Lane } from './lane.ts'
import { accounts } from './load.ts'

const account = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Makes the accounts of a round at a simulator that has none but its own. */
export function openAccounts(service: TestClient, receiverUrl: string): Promise<Lane[]> {
  return Promise.all(
    accounts.map(async ({ id, clock }) => {
      const made =
        clock === null
          ? await service.read({ method: 'GET', path: `/_drydock/accounts/${id}` })
          : await service.read({ method: 'POST', path: '/_drydock/accounts', body: { id, clock } })
      const startMs = clock !== null && 'now' in clock ? Date.parse(clock.now) : null
      const facts = newFacts({ id, keys: account.parse(made).keys, startMs })
      return { service, draw: new Seeded(id), receiverUrl, facts, saved: null }
    }),
  )
}
