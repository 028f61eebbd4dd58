import { BadInput } from '../bad-input.ts'
import { ControlFailed } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { openControlledAccount } from './account.ts'
import type { ControlClient } from './control-client.ts'
import { type Capability, capabilities } from './need.ts'
import type { TargetControl } from './target.ts'

/** An account that the harness created at the target. */
export interface MadeAccount {
  readonly id: string
  readonly keys: { readonly test: string; readonly live: string }
}

/**
 * Finds out what the target's control protocol can do (control protocol, What can it do?). Tries each capability that
 * the protocol names with a harmless call, unless `probes` is off. Resolves with undefined if the response is not from
 * a control protocol, or if the run is stopped first. Throws ControlFailed if nothing responds, BadInput if the token
 * is missing or wrong.
 */
export async function discoverControl(
  client: ControlClient,
  { probes, signal }: { readonly probes: boolean; readonly signal: AbortSignal },
): Promise<TargetControl | undefined> {
  const answer = await askUntilStopped(() => client.ask('GET', '/'), signal)
  if (answer === undefined) return undefined
  const error = isObject(answer.json) ? answer.json['error'] : undefined
  if (isObject(error) && error['code'] === 'CONTROL.TOKEN.INVALID') {
    throw new BadInput(
      client.hasToken
        ? `The control protocol at ${client.url} refuses the token given with --control-token.`
        : `The control protocol at ${client.url} wants a token: give it with --control-token.`,
    )
  }
  const { status, json } = answer
  if (status !== 200 || !isObject(json) || !Array.isArray(json['capabilities'])) return undefined
  const named = capabilities.filter((each) => listTexts(json['capabilities']).includes(each))
  const works = new Set<Capability>()
  const broken = new Map<Capability, string>()
  const facts = {
    trackingScripts: listTexts(json['tracking_scripts']),
    carriers: listTexts(json['carriers']),
  }

  if (!probes) return { client, works: new Set(named), broken, ...facts }
  const tryAndRecord = async (capability: Capability, does: () => Promise<unknown>): Promise<void> => {
    try {
      await repeatIfLost(does)
      works.add(capability)
    } catch (error) {
      if (!(error instanceof ControlFailed)) throw error
      broken.set(capability, error.message)
    }
  }
  let id = 'default'
  if (named.includes('accounts')) {
    await tryAndRecord('accounts', async () => {
      id = (await makeAccount(client)).id
    })
  }
  await Promise.all(
    named
      .filter((capability) => capability !== 'accounts')
      .map((capability) =>
        tryAndRecord(capability, () => tryCapability(capability, client, id, facts.carriers)),
      ),
  )
  if (works.has('accounts')) await tryDeleteAccount(client, id)
  return { client, works, broken, ...facts }
}

/** Resolves with the result of `ask`, or with undefined as soon as the run is stopped. */
function askUntilStopped<Value>(ask: () => Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** How often the test of a capability is run at most, if its calls get no response. */
const maxTries = 4

/** Calls `does`, and again if a call in it got no response. Leftovers are harmless, as the account was created for this test. */
async function repeatIfLost<Value>(does: () => Promise<Value>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await does()
    } catch (error) {
      const isLost = error instanceof ControlFailed && error.lost !== undefined
      if (!isLost || tried === maxTries) throw error
    }
  }
}

/** Creates an account at the target, with a real-time or a frozen clock. Throws ControlFailed. */
export async function makeAccount(
  client: ControlClient,
  mode: 'realtime' | 'frozen' = 'realtime',
): Promise<MadeAccount> {
  const made = await client.call('POST', '/accounts', mode === 'frozen' ? { clock: { mode } } : {})
  const keys = isObject(made) ? made['keys'] : undefined
  const id = isObject(made) ? made['id'] : undefined
  const test = isObject(keys) ? keys['test'] : undefined
  const live = isObject(keys) ? keys['live'] : undefined
  if (typeof id !== 'string' || typeof test !== 'string' || typeof live !== 'string') {
    throw new ControlFailed(
      'The response to POST /accounts lacks the id of the account or one of its two keys',
    )
  }
  return { id, keys: { test, live } }
}

/** Deletes an account that the harness created. Resolves with true if the account was deleted. Never throws. */
export async function tryDeleteAccount(client: ControlClient, id: string): Promise<boolean> {
  const answer = await client.ask('DELETE', `/accounts/${encodeURIComponent(id)}`).catch(() => undefined)
  return answer !== undefined && answer.status < 300
}

/** Tests whether a capability works, with a control-protocol call that leaves nothing behind. Throws ControlFailed. */
async function tryCapability(
  capability: Exclude<Capability, 'accounts'>,
  client: ControlClient,
  id: string,
  carriers: readonly string[],
): Promise<void> {
  const account = openControlledAccount(client, id)
  switch (capability) {
    case 'keys': {
      const { id: keyId } = await account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      return account.keys.revoke(keyId)
    }
    case 'clock':
      await account.clock.now()
      return
    case 'wallet':
      await account.wallet.get()
      return
    case 'webhook':
      await account.call('GET', '/webhook')
      return
    case 'faults':
      await account.call('GET', '/faults')
      return
    case 'scan':
      return requireRefusal(client, 'POST', `/accounts/${encodeURIComponent(id)}/labels/lbl_none/scan`)
    case 'tracking':
      return account.tracking.script('99990000000000000000', 'standard')
    case 'carrier_accounts': {
      const connected = await account.carrierAccounts.connect({ carrier: carriers[0] ?? 'UPS' })
      return account.carrierAccounts.disconnect(connected)
    }
    case 'shipments':
      await account.shipments.list()
      return
    case 'requests':
      await account.call('GET', '/requests')
      return
    case 'snapshots':
      await account.call('GET', '/snapshot')
  }
}

/**
 * Sends a control-protocol call for a resource that does not exist. Throws ControlFailed unless the call is refused
 * with the error object of the service. A 404 without this object would mean that the path is unknown.
 */
async function requireRefusal(client: ControlClient, method: 'POST', path: string): Promise<void> {
  const { status, json } = await client.ask(method, path)
  const error = isObject(json) ? json['error'] : undefined
  if (status < 400 || status > 499 || !isObject(error)) {
    throw new ControlFailed(`${method} ${path} got the status ${status} without an error object`)
  }
}

function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
