import type { AccountBody, DiscoveryBody } from '../simulator/bodies/accounts.ts'
import { type Account, openAccount } from './account.ts'
import { type AccountInput, openAccounts } from './accounts.ts'
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
  const open = (body: AccountBody): Account => {
    const keys = { test: '', live: '' }
    tellKeys(keys, body)
    const account = openAccount(control, body.id)
    // These may bring other keys, which nobody need ask for then.
    const renewing = async (change: Promise<void>): Promise<void> => {
      await change
      tellKeys(keys, await accounts.get(body.id))
    }
    return {
      ...account,
      keys,
      snapshot: { ...account.snapshot, load: (snapshot) => renewing(account.snapshot.load(snapshot)) },
      reset: () => renewing(account.reset()),
    }
  }
  return {
    ...open(await accounts.get('default')),
    url: control.url,
    discover: accounts.discover,
    createAccount: async (input) => open(await accounts.create(input)),
    accounts: async () => (await accounts.list()).map(open),
  }
}

/** One that an account lacks is better said here, once it is asked for, than by a request that is not let in. */
function tellKeys(told: Account['keys'], { id, keys }: AccountBody): void {
  for (const environment of ['test', 'live'] as const) {
    const value = keys[environment]
    const get = (): never => {
      throw new Error(`The account ${id} has no ${environment} key; make one with createKey().`)
    }
    const how = value === null ? { get } : { value }
    Object.defineProperty(told, environment, { enumerable: true, configurable: true, ...how })
  }
}
