import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { firstKeys } from '../../simulator/accounts/accounts.ts'
import type { HttpContext, ServerContext } from '../exchange.ts'
import { urlAskedAt } from '../url-asked-at.ts'

/** Who reads the reference: what is to be filled in for them. */
export interface Reader {
  /** The address at which they reach the simulator. */
  readonly url: string
  readonly testKey: string
  readonly liveKey: string
  /** Whether there is a dashboard and a control protocol to lead to. */
  readonly isControlled: boolean
}

/** What only a control token opens is not told without one: then the keys are those that everybody knows. */
export function readerOf(server: ServerContext, http: HttpContext, isOpen: boolean): Reader {
  const { test, live } = isOpen ? firstKeys(server.simulator.defaultAccount) : { test: null, live: null }
  return {
    url: urlAskedAt(server, http),
    testKey: test ?? seededKey('pr_test_'),
    liveKey: live ?? seededKey('pr_live_'),
    isControlled: server.isControlled,
  }
}

function seededKey(prefix: string): string {
  return seed.keys.find(({ value }) => value.startsWith(prefix))?.value ?? ''
}
