import { setTimeout as sleep } from 'node:timers/promises'
import { jsonOf, labelOf } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { countUp } from '../builders.ts'
import type { Alteration, Wire } from '../mutant.ts'

/** Delays the second attempt of deliveries by `lateMsOf` of the purchase time. Later attempts count from the second. */
export function delayRetries(lateMsOf: (boughtMs: number) => number): Alteration {
  const attempts = new Map<string, number>()
  const accounts = new Map<string, string>()
  const hooked = new Set<string>()
  const faults = new Map<string, string>()
  const liftBlock = async (account: string, wire: Wire): Promise<void> => {
    const fault = faults.get(account)
    faults.delete(account)
    if (fault !== undefined) await wire.control('DELETE', `/accounts/${account}/faults/${fault}`)
  }
  return {
    controlRequest: ({ method, path }) => {
      const [, account] = /^\/_drydock\/accounts\/([^/]+)\/webhook$/.exec(path) ?? []
      if (method === 'PUT' && account !== undefined) hooked.add(account)
      return undefined
    },
    // Removes the fault of an earlier purchase first, as first attempts are not delayed.
    request: async (request, wire) => {
      const account = wire.accountOf(request)
      if (request.operation === 'buyLabel' && account !== undefined) await liftBlock(account, wire)
      return undefined
    },
    webhook: async (delivery, wire) => {
      const label = labelOf(delivery)
      const attempt = countUp(attempts, label)
      if (attempt > 1) await liftBlock(accounts.get(label) ?? '', wire)
      return undefined
    },
    response: async (response, request, wire) => {
      const account = wire.accountOf(request)
      const json = jsonOf(response)
      if (request.operation !== 'buyLabel' || response.status > 299 || !isObject(json)) return undefined
      if (account === undefined || !hooked.has(account)) return undefined
      const label = String(json['id'])
      accounts.set(label, account)
      for (let tries = 0; tries < 100 && !attempts.has(label); tries += 1) await sleep(10)
      const clock = await wire.control('GET', `/accounts/${account}/clock`)
      const boughtMs = isObject(clock) ? Date.parse(String(clock['now'])) : Date.now()
      const latency_ms = lateMsOf(boughtMs)
      if (latency_ms === 0) return response
      const late = { target: 'webhook', mode: 'delay', latency_ms }
      const fault = await wire.control('POST', `/accounts/${account}/faults`, late)
      if (isObject(fault)) faults.set(account, String(fault['id']))
      return response
    },
  }
}
