import { describeTokenProblem } from '../../control-token.ts'
import { OptionsError } from '../../options-error.ts'
import type { AccountBody, DiscoveryBody, PrunedBody } from '../../simulator/bodies/control/accounts.ts'
import { describeAllowedWords } from '../../simulator/requests/similar-words.ts'
import { type Account, buildAccountControls } from '../account.ts'
import { type AccountInput, buildSimulatorAccounts, type PruneInput } from '../accounts.ts'
import { createClient } from '../service/client.ts'
import { createControlCaller } from './control.ts'
import { checkFieldNames } from './object-input.ts'
import { UnreachableError } from './unreachable-error.ts'
import { readBaseAddress } from './web-address.ts'

/** A running simulator. It also has the methods of its default account. */
export interface Connection extends Account {
  /** The base URL, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Creates an account with its own keys, time, wallet, faults and all other state. */
  createAccount(input?: AccountInput): Promise<Account>
  /** Returns all accounts. */
  accounts(): Promise<readonly Account[]>
  /**
   * Deletes all accounts except `default` that nobody used for a span of real time. Returns the deleted accounts, the
   * longest unused first.
   */
  pruneAccounts(input: PruneInput): Promise<PrunedBody['accounts']>
  /** Returns the simulator's version and capabilities. */
  discover(): Promise<DiscoveryBody>
}

/**
 * Connects to a running simulator on this or another machine, with its `controlToken` if it requires one. Rejects with
 * an UnreachableError if no simulator responds, a DrydockError for a wrong token, and an OptionsError for invalid options.
 *
 * @example
 * const dock = await connectDrydock('http://127.0.0.1:4010')
 * const account = await dock.createAccount()
 */
export async function connectDrydock(
  url: string,
  options: { readonly controlToken?: string | undefined } = {},
): Promise<Connection> {
  checkFieldNames(options, 'connectDrydock', { controlToken: true })
  const address = readBaseAddress(url)
  if ('reason' in address) throw new UnreachableError(url, `the URL ${address.reason}`)
  const tokenProblem =
    options.controlToken === undefined ? undefined : describeTokenProblem(options.controlToken)
  if (tokenProblem !== undefined)
    throw new OptionsError(`The options cannot be used: controlToken: ${tokenProblem}.`)
  const control = createControlCaller({ url: address.url, token: options.controlToken })
  const accounts = buildSimulatorAccounts(control)
  const buildAccount = (body: AccountBody): Account => {
    const keys = { test: '', live: '' }
    setAccountKeys(keys, body)
    const account = buildAccountControls(control, body.id)
    // A reset or a snapshot may replace the account's keys.
    const reloadKeysAfter = async (change: Promise<void>): Promise<void> => {
      await change
      setAccountKeys(keys, await accounts.get(body.id))
    }
    return {
      ...account,
      keys,
      client: (environment = 'test', options = {}) => {
        if (!Object.hasOwn(keys, environment))
          throw new OptionsError(
            `The environment of a client ${describeAllowedWords(Object.keys(keys), environment)}.`,
          )
        return createClient({ ...options, baseUrl: control.url, key: () => keys[environment] })
      },
      snapshot: { ...account.snapshot, load: (snapshot) => reloadKeysAfter(account.snapshot.load(snapshot)) },
      snapshots: {
        ...account.snapshots,
        restore: (name) => reloadKeysAfter(account.snapshots.restore(name)),
      },
      reset: () => reloadKeysAfter(account.reset()),
    }
  }
  return {
    ...buildAccount(await accounts.get('default')),
    url: control.url,
    discover: accounts.discover,
    createAccount: async (input) => buildAccount(await accounts.create(input)),
    accounts: async () => (await accounts.list()).map(buildAccount),
    pruneAccounts: async (input) => (await accounts.prune(input)).accounts,
  }
}

/** Sets the values of an account's keys. Reading a missing key throws with advice, before a request fails without any. */
function setAccountKeys(target: Account['keys'], { id, keys }: AccountBody): void {
  for (const environment of ['test', 'live'] as const) {
    const value = keys[environment]
    const get = (): never => {
      throw new Error(`The account ${id} has no ${environment} key; make one with createKey().`)
    }
    const property = value === null ? { get } : { value }
    Object.defineProperty(target, environment, { enumerable: true, configurable: true, ...property })
  }
}
