import { isObject } from '../wire/fields.ts'
import type { ControlledAccount } from './account.ts'

/** An account that is not the rule's own: what the rule changes in it is put back. */
export interface SharedAccount {
  readonly account: ControlledAccount
  /** Undoes what was changed, the last first; gives what could not be undone. Time cannot be taken back. */
  putBack(): Promise<readonly string[]>
}

/** What is asked of an account before a part of it is changed for the first time, and how that is given back. */
type Part = 'wallet' | 'webhook' | 'clock'

/** `onTimeMoved` hears that whatever depended on the account's time may no longer hold. */
export function shareAccount(account: ControlledAccount, onTimeMoved: () => void): SharedAccount {
  const undo: { readonly what: string; does(): Promise<unknown> }[] = []
  const kept = new Set<Part>()

  const keep = async (part: Part): Promise<void> => {
    if (kept.has(part)) return
    const before = await account.call('GET', `/${part}`)
    kept.add(part)
    undo.push({ what: `the ${part} as it was`, does: () => restore(account, part, before) })
  }
  const moved = <Value>(value: Value): Value => {
    onTimeMoved()
    return value
  }
  const faults = new Set<string>()
  const dropFault = async (id: string): Promise<void> => {
    if (!faults.delete(id)) return
    await account.call('DELETE', `/faults/${encodeURIComponent(id)}`)
  }
  const keys = new Set<string>()
  const revoke = async (id: string): Promise<void> => {
    if (keys.delete(id)) await account.keys.revoke(id)
  }
  const connected = new Set<string>()
  const disconnect = async (id: string): Promise<void> => {
    if (connected.delete(id)) await account.carrierAccounts.disconnect(id)
  }

  return {
    account: {
      ...account,
      clock: {
        now: account.clock.now,
        advance: async (spanMs) => moved(await account.clock.advance(spanMs)),
        next: async (kind) => moved(await account.clock.next(kind)),
        freeze: async () => {
          await keep('clock')
          await account.clock.freeze()
        },
      },
      wallet: {
        get: account.wallet.get,
        set: async (change) => {
          await keep('wallet')
          await account.wallet.set(change)
        },
      },
      keys: {
        create: async (key) => {
          const made = await account.keys.create(key)
          keys.add(made.id)
          undo.push({ what: `the key ${made.id} revoked`, does: () => revoke(made.id) })
          return made
        },
        revoke,
      },
      webhook: {
        ...account.webhook,
        set: async (url) => {
          await keep('webhook')
          return account.webhook.set(url)
        },
        clear: async () => {
          await keep('webhook')
          await account.webhook.clear()
        },
      },
      faults: {
        add: async (fault) => {
          const id = await account.faults.add(fault)
          faults.add(id)
          undo.push({ what: `the fault ${id} gone`, does: () => dropFault(id) })
          return id
        },
        // Those of others stay.
        clear: async () => {
          for (const id of [...faults]) await dropFault(id)
        },
      },
      carrierAccounts: {
        connect: async (input) => {
          const id = await account.carrierAccounts.connect(input)
          connected.add(id)
          undo.push({ what: `the carrier account ${id} disconnected`, does: () => disconnect(id) })
          return id
        },
        disconnect,
      },
    },
    putBack: async () => {
      const failed: string[] = []
      for (const { what, does } of undo.splice(0).reverse()) {
        try {
          await does()
        } catch (error) {
          failed.push(`${what} (${error instanceof Error ? error.message : error})`)
        }
      }
      return failed
    },
  }
}

async function restore(account: ControlledAccount, part: Part, before: unknown): Promise<void> {
  const was = isObject(before) ? before : {}
  const only = (...names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(was, name)).map((name) => [name, was[name]]))
  switch (part) {
    case 'wallet':
      await account.call('PATCH', '/wallet', {
        ...only('balance_cents', 'payment_method'),
        ...('auto_reload' in was && { auto_reload: asAsked(was['auto_reload']) }),
      })
      return
    case 'clock':
      await account.call('PATCH', '/clock', only('mode', 'rate'))
      return
    case 'webhook':
      if (typeof was['url'] === 'string') await account.webhook.set(was['url'])
      else await account.webhook.clear()
  }
}

/** Auto-reload as the protocol takes it, whatever else it is shown with; null where it is off. */
function asAsked(shown: unknown): unknown {
  if (!isObject(shown) || shown['enabled'] === false) return null
  const { threshold_cents, amount_cents } = shown
  return typeof threshold_cents === 'number' && typeof amount_cents === 'number'
    ? { threshold_cents, amount_cents }
    : null
}
