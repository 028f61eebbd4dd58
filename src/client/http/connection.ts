import { controlTokenProblem } from '../../control-token.ts'
import { OptionsError } from '../../options-error.ts'
import type { AccountBody, DiscoveryBody, PrunedBody } from '../../simulator/bodies/control/accounts.ts'
import { mustBeOneOf } from '../../simulator/requests/similar-words.ts'
import { type Account, openAccount } from '../account.ts'
import { type AccountInput, openAccounts, type PruneInput } from '../accounts.ts'
import { createClient } from '../service/client.ts'
import { openControl } from './control.ts'
import { checkFields } from './object-input.ts'
import { UnreachableError } from './unreachable-error.ts'
import { readBaseAddress } from './web-address.ts'

/** A running simulator. It is also its default account. */
export interface Connection extends Account {
  /** The base URL, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Creates an account with its own keys, time, wallet, faults and all other state. */
  createAccount(input?: AccountInput): Promise<Account>
  /** Returns all accounts. */
  accounts(): Promise<readonly Account[]>
  /**
   * Deletes the accounts that no request and no change reached for a span of real time, all but `default`; returns them, the one
   * that was not used for the longest time first.
   */
  pruneAccounts(input: PruneInput): Promise<PrunedBody['accounts']>
  /** Returns the simulator's version and capabilities. */
  discover(): Promise<DiscoveryBody>
}

/**
 * Connects to a running simulator on this or another machine, with its `controlToken` if it demands one. Rejects with
 * an UnreachableError if none responds, a DrydockError for a wrong token, an OptionsError for an impossible one.
 *
 * @example
 * const dock = await connectDrydock('http://127.0.0.1:4010')
 * const account = await dock.createAccount()
 */
export async function connectDrydock(
  url: string,
  options: { readonly controlToken?: string | undefined } = {},
): Promise<Connection> {
  checkFields(options, 'connectDrydock', { controlToken: true })
  const address = readBaseAddress(url)
  if ('reason' in address) throw new UnreachableError(url, `the URL ${address.reason}`)
  const tokenProblem =
    options.controlToken === undefined ? undefined : controlTokenProblem(options.controlToken)
  if (tokenProblem !== undefined)
    throw new OptionsError(`The options cannot be used: controlToken: ${tokenProblem}.`)
  const control = openControl({ url: address.url, token: options.controlToken })
  const accounts = openAccounts(control)
  const open = (body: AccountBody): Account => {
    const keys = { test: '', live: '' }
    setKeys(keys, body)
    const account = openAccount(control, body.id)
    // A reset or a snapshot may bring other keys, so they are read again.
    const renewing = async (change: Promise<void>): Promise<void> => {
      await change
      setKeys(keys, await accounts.get(body.id))
    }
    return {
      ...account,
      keys,
      client: (environment = 'test', options = {}) => {
        if (!Object.hasOwn(keys, environment))
          throw new OptionsError(
            `The environment of a client ${mustBeOneOf(Object.keys(keys), environment)}.`,
          )
        return createClient({ ...options, baseUrl: control.url, key: () => keys[environment] })
      },
      snapshot: { ...account.snapshot, load: (snapshot) => renewing(account.snapshot.load(snapshot)) },
      snapshots: {
        ...account.snapshots,
        restore: (name) => renewing(account.snapshots.restore(name)),
      },
      reset: () => renewing(account.reset()),
    }
  }
  return {
    ...open(await accounts.get('default')),
    url: control.url,
    discover: accounts.discover,
    createAccount: async (input) => open(await accounts.create(input)),
    accounts: async () => (await accounts.list()).map(open),
    pruneAccounts: async (input) => (await accounts.prune(input)).accounts,
  }
}

/** Reading a missing key throws here, with advice. Otherwise the first request would fail without it. */
function setKeys(told: Account['keys'], { id, keys }: AccountBody): void {
  for (const environment of ['test', 'live'] as const) {
    const value = keys[environment]
    const get = (): never => {
      throw new Error(`The account ${id} has no ${environment} key; make one with createKey().`)
    }
    const how = value === null ? { get } : { value }
    Object.defineProperty(told, environment, { enumerable: true, configurable: true, ...how })
  }
}
