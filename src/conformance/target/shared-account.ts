import { isObject } from '../http/fields.ts'
import type { ControlledAccount } from './account.ts'

/** An account that several rules use. Each rule's changes in it are undone when the rule ends. */
export interface SharedAccount {
  readonly account: ControlledAccount
  /** Undoes the changes of a rule, the last change first. Resolves with the changes that could not be undone. Time cannot be moved back. */
  restore(): Promise<readonly string[]>
}

/** The parts of an account whose values are read before a rule first changes them, and restored when the rule ends. */
type Part = 'wallet' | 'webhook' | 'clock'

/**
 * Returns the same account with functions whose changes can be undone. `onTimeMoved` and `onWalletSet` are called when
 * a rule moves the clock or sets the wallet.
 */
export function openSharedAccount(
  account: ControlledAccount,
  { onTimeMoved, onWalletSet }: { onTimeMoved(): void; onWalletSet(): void },
): SharedAccount {
  const changes = new Changes(account)
  return {
    account: {
      ...account,
      clock: wrapClockCalls(changes, onTimeMoved),
      wallet: {
        get: account.wallet.get,
        set: async (change) => {
          // Changes are undone in reverse order, so the wallet is read after its earlier balance was restored.
          changes.add('read the wallet again', async () => onWalletSet())
          await changes.rememberPart('wallet')
          await account.wallet.set(change)
          onWalletSet()
        },
      },
      keys: wrapKeyCalls(changes),
      webhook: {
        ...account.webhook,
        set: async (url) => {
          await changes.rememberPart('webhook')
          return account.webhook.set(url)
        },
        clear: async () => {
          await changes.rememberPart('webhook')
          await account.webhook.clear()
        },
      },
      faults: wrapFaultCalls(changes),
      carrierAccounts: wrapCarrierAccountCalls(changes),
    },
    restore: () => changes.undo(),
  }
}

/** The changes that a rule has made in an account so far, each with the step that undoes it. */
class Changes {
  readonly account: ControlledAccount
  readonly #undoing: { readonly what: string; does(): Promise<unknown> }[] = []
  readonly #kept = new Set<Part>()

  constructor(account: ControlledAccount) {
    this.account = account
  }

  /** Reads a part of the account before its first change, so that the part can be restored. */
  async rememberPart(part: Part): Promise<void> {
    if (this.#kept.has(part)) return
    const before = await this.account.call('GET', `/${part}`)
    this.#kept.add(part)
    this.add(`restore the ${part}`, () => restorePart(this.account, part, before))
  }

  /** Adds a step that undoes a change. `what` describes the step in the report, if it fails. */
  add(what: string, does: () => Promise<unknown>): void {
    this.#undoing.push({ what, does })
  }

  /** Undoes all changes of the rule, the last change first. Resolves with the changes that could not be undone. */
  async undo(): Promise<readonly string[]> {
    const failed: string[] = []
    for (const { what, does } of this.#undoing.splice(0).reverse()) {
      try {
        await does()
      } catch (error) {
        failed.push(`${what} (${error instanceof Error ? error.message : error})`)
      }
    }
    return failed
  }
}

function wrapClockCalls(changes: Changes, onTimeMoved: () => void): ControlledAccount['clock'] {
  const { clock } = changes.account
  const noteTimeMoved = <Value>(value: Value): Value => {
    onTimeMoved()
    return value
  }
  return {
    now: clock.now,
    advance: async (spanMs) => noteTimeMoved(await clock.advance(spanMs)),
    next: async (kind) => noteTimeMoved(await clock.next(kind)),
    freeze: async () => {
      await changes.rememberPart('clock')
      await clock.freeze()
    },
  }
}

/** Returns functions for API keys. The keys that the rule created are revoked when it ends. The rule cannot revoke other keys. */
function wrapKeyCalls(changes: Changes): ControlledAccount['keys'] {
  const { keys } = changes.account
  const made = new Set<string>()
  const revokeCreatedKey = async (id: string): Promise<void> => {
    if (made.delete(id)) await keys.revoke(id)
  }
  return {
    create: async (key) => {
      const created = await keys.create(key)
      made.add(created.id)
      changes.add(`revoke the key ${created.id}`, () => revokeCreatedKey(created.id))
      return created
    },
    revoke: revokeCreatedKey,
  }
}

/** Returns functions for faults. The faults that the rule added are removed when it ends; other faults stay. */
function wrapFaultCalls(changes: Changes): ControlledAccount['faults'] {
  const { account } = changes
  const added = new Set<string>()
  const removeAddedFault = async (id: string): Promise<void> => {
    if (added.delete(id)) await account.call('DELETE', `/faults/${encodeURIComponent(id)}`)
  }
  return {
    add: async (fault) => {
      const id = await account.faults.add(fault)
      added.add(id)
      changes.add(`remove the fault ${id}`, () => removeAddedFault(id))
      return id
    },
    clear: async () => {
      for (const id of [...added]) await removeAddedFault(id)
    },
  }
}

/** Returns functions for carrier accounts. The accounts that the rule connected are disconnected when it ends; other carrier accounts stay. */
function wrapCarrierAccountCalls(changes: Changes): ControlledAccount['carrierAccounts'] {
  const { carrierAccounts } = changes.account
  const connected = new Set<string>()
  const disconnectAccount = async (id: string): Promise<void> => {
    if (connected.delete(id)) await carrierAccounts.disconnect(id)
  }
  return {
    connect: async (input) => {
      const id = await carrierAccounts.connect(input)
      connected.add(id)
      changes.add(`disconnect the carrier account ${id}`, () => disconnectAccount(id))
      return id
    },
    disconnect: disconnectAccount,
  }
}

/** Sets a part of the account to the value that it had before. */
async function restorePart(account: ControlledAccount, part: Part, before: unknown): Promise<void> {
  const was = isObject(before) ? before : {}
  const pickFields = (...names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(was, name)).map((name) => [name, was[name]]))
  switch (part) {
    case 'wallet':
      await account.call('PATCH', '/wallet', {
        ...pickFields('balance_cents', 'payment_method'),
        ...('auto_reload' in was && { auto_reload: toAutoReloadRequest(was['auto_reload']) }),
      })
      return
    case 'clock':
      await account.call('PATCH', '/clock', pickFields('mode', 'rate'))
      return
    case 'webhook':
      if (typeof was['url'] === 'string') await account.webhook.set(was['url'])
      else await account.webhook.clear()
  }
}

/** Converts the setting of the automatic reload from the form in a wallet response to the form in a request; null if it is off. */
function toAutoReloadRequest(shown: unknown): unknown {
  if (!isObject(shown) || shown['enabled'] === false) return null
  const { threshold_cents, amount_cents } = shown
  return typeof threshold_cents === 'number' && typeof amount_cents === 'number'
    ? { threshold_cents, amount_cents }
    : null
}
