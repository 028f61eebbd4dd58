import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf, readLabelId } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { countUp } from '../builders.ts'
import type { Alteration, Wire } from '../mutant.ts'

/** Creates an alteration that delays the second attempt of each webhook delivery. `findDelayMs` returns the delay for a purchase time. */
export function delayRetries(findDelayMs: (boughtMs: number) => number): Alteration {
  const attempts = new Map<string, number>()
  const accounts = new Map<string, string>()
  const accountsWithWebhook = new Set<string>()
  const faults = new Map<string, string>()
  const removeDelayFault = async (account: string, wire: Wire): Promise<void> => {
    const fault = faults.get(account)
    faults.delete(account)
    if (fault !== undefined) await wire.control('DELETE', `/accounts/${account}/faults/${fault}`)
  }
  return {
    controlRequest: ({ method, path }) => {
      const [, account] = /^\/_drydock\/accounts\/([^/]+)\/webhook$/.exec(path) ?? []
      if (method === 'PUT' && account !== undefined) accountsWithWebhook.add(account)
      return undefined
    },
    // The fault that delayed an earlier purchase's delivery is removed, because it would also delay the first attempt
    // for this purchase.
    request: async (request, wire) => {
      const account = wire.accountOf(request)
      if (request.operation === 'buyLabel' && account !== undefined) await removeDelayFault(account, wire)
      return undefined
    },
    webhook: async (delivery, wire) => {
      const label = readLabelId(delivery)
      const attempt = countUp(attempts, label)
      if (attempt > 1) await removeDelayFault(accounts.get(label) ?? '', wire)
      return undefined
    },
    response: async (response, request, wire) => {
      const account = wire.accountOf(request)
      const json = jsonOf(response)
      if (request.operation !== 'buyLabel' || response.status > 299 || !isObject(json)) return undefined
      if (account === undefined || !accountsWithWebhook.has(account)) return undefined
      const label = String(json['id'])
      accounts.set(label, account)
      for (let tries = 0; tries < 100 && !attempts.has(label); tries += 1) await sleep(10)
      const clock = await wire.control('GET', `/accounts/${account}/clock`)
      const boughtMs = isObject(clock) ? Date.parse(String(clock['now'])) : Date.now()
      const latency_ms = findDelayMs(boughtMs)
      if (latency_ms === 0) return response
      const delayFault = { target: 'webhook', mode: 'delay', latency_ms }
      const fault = await wire.control('POST', `/accounts/${account}/faults`, delayFault)
      if (isObject(fault)) faults.set(account, String(fault['id']))
      return response
    },
  }
}
