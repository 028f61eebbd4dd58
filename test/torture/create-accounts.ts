import { z } from 'zod'
import { Seeded } from '../support/seeded.ts'
import type { TestClient } from '../support/test-client.ts'
import { createConfirmedState } from './confirmed-state.ts'
import type { Lane } from './lane.ts'
import { accounts } from './load.ts'

const account = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Creates the accounts of a round of the torture test in a simulator that has only the default account. */
export function createAccounts(service: TestClient, receiverUrl: string): Promise<Lane[]> {
  return Promise.all(
    accounts.map(async ({ id, clock }) => {
      const made =
        clock === null
          ? await service.read({ method: 'GET', path: `/_drydock/accounts/${id}` })
          : await service.read({ method: 'POST', path: '/_drydock/accounts', body: { id, clock } })
      const startMs = clock !== null && 'now' in clock ? Date.parse(clock.now) : null
      const facts = createConfirmedState({ id, keys: account.parse(made).keys, startMs })
      return { service, draw: new Seeded(id), receiverUrl, facts, saved: null }
    }),
  )
}
