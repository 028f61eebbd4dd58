import { type Account, openAccount } from './account.ts'
import { type AccountBody, type AccountInput, type DiscoveryBody, openAccounts } from './accounts.ts'
import { openControl } from './control.ts'
import { UnreachableError } from './unreachable-error.ts'
import { readBaseAddress } from './web-address.ts'

/** A running simulator, which is at the same time its default account. */
export interface Connection extends Account {
  readonly url: string
  /** An account of its own: keys, time, wallet, faults and all else. */
  createAccount(input?: AccountInput): Promise<Account>
  /** All accounts there are. */
  accounts(): Promise<readonly Account[]>
  /** What the simulator can do. */
  discover(): Promise<DiscoveryBody>
}

/**
 * Connects to a simulator that runs already, here or elsewhere. Throws an UnreachableError where none answers, a
 * DrydockError where it wants another token.
 */
export async function connectDrydock(
  url: string,
  options: { readonly controlToken?: string | undefined } = {},
): Promise<Connection> {
  const address = readBaseAddress(url)
  if ('reason' in address) throw new UnreachableError(url, `the URL ${address.reason}`)
  const control = openControl({ url: address.url, token: options.controlToken })
  const accounts = openAccounts(control)
  const open = (body: AccountBody): Account => ({ ...openAccount(control, body.id), keys: keysOf(body) })
  return {
    ...open(await accounts.get('default')),
    url: control.url,
    discover: accounts.discover,
    createAccount: async (input) => open(await accounts.create(input)),
    accounts: async () => (await accounts.list()).map(open),
  }
}

/** Without the one asked for, it is better said here than by a request that is not let in. */
function keysOf({ id, keys: { test, live } }: AccountBody): Account['keys'] {
  if (test !== null && live !== null) return { test, live }
  const missing = (environment: 'test' | 'live'): never => {
    throw new Error(`The account ${id} has no ${environment} key; make one with createKey().`)
  }
  return {
    get test() {
      return test ?? missing('test')
    },
    get live() {
      return live ?? missing('live')
    },
  }
}
