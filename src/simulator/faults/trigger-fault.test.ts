import { describe, expect, it } from 'vitest'
import { startMs, startWorld } from '../../../test/support/simulator/world.ts'
import type { Context } from '../accounts/context.ts'
import { addFault } from './add-fault.ts'
import { type FaultOccasion, triggerFault } from './trigger-fault.ts'

async function createAccount(options: Parameters<typeof startWorld>[0] = {}): Promise<Context> {
  return (await startWorld(options)).simulator.defaultAccount
}

const upsRates: FaultOccasion = { target: 'carrier:UPS', operation: 'rates' }
const countTriggers = (context: Context, count: number, occasion = upsRates) =>
  Array.from({ length: count }, () => (triggerFault(context, occasion) === undefined ? '-' : 'x')).join('')
const moveTo = (context: Context, ms: number) => context.timeline.advance(() => startMs + ms)

describe('triggering a fault', () => {
  it('a fault triggers at each matching call and counts how often it has triggered', async () => {
    const context = await createAccount()
    const { id } = addFault(context, { target: 'carrier:UPS', mode: 'down', operation: 'rates' })
    expect(countTriggers(context, 3)).toBe('xxx')
    expect(countTriggers(context, 2, { target: 'carrier:UPS', operation: 'labels' })).toBe('--')
    expect(countTriggers(context, 2, { target: 'carrier:DHL', operation: 'rates' })).toBe('--')
    expect(countTriggers(context, 2, { target: 'api', operation: 'rates' })).toBe('--')
    expect(context.state.faults.get(id)).toMatchObject({ seen: 3, hits: 3 })
  })

  it('a fault on carrier:* triggers for every carrier, and a fault on operation * for every operation', async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:*', mode: 'down' })
    for (const operation of ['rates', 'labels', 'tracking', 'accounts']) {
      expect(countTriggers(context, 1, { target: 'carrier:DHL', operation })).toBe('x')
    }
    expect(countTriggers(context, 1, { target: 'webhook', operation: '*' })).toBe('-')
  })

  it('a fault stops after it has triggered as often as its field `times` says', async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:UPS', mode: 'down', times: 2 })
    expect(countTriggers(context, 5)).toBe('xx---')
  })

  it('a fault ignores as many matching calls as its field `after` says, then triggers as often as `times` says', async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:UPS', mode: 'down', after: 3, times: 2 })
    expect(countTriggers(context, 8)).toBe('---xx---')
  })

  it("a fault triggers from its start until just before its end, on the account's clock", async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:UPS', mode: 'down', starts_in: '10s', lasts: '5s' })
    const at: string[] = []
    for (const ms of [0, 9_999, 10_000, 14_999, 15_000]) {
      await moveTo(context, ms)
      at.push(countTriggers(context, 1))
    }
    expect(at.join('')).toBe('--xx-')
  })

  it('a fault counts skipped calls only between its start and its end', async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:UPS', mode: 'down', starts_in: '10s', after: 1 })
    expect(countTriggers(context, 3)).toBe('---')
    await moveTo(context, 10_000)
    expect(countTriggers(context, 3)).toBe('-xx')
  })

  it('the random triggers of a fault depend on the seed only, not on the id of the account', async () => {
    const { simulator } = await startWorld()
    const listDraws = (id: string, seed: string) => {
      const context = simulator.createAccount({ id, seed })
      return [1, 2].map(() => {
        const fault = addFault(context, { target: 'carrier:UPS', mode: 'down', probability: 0.5 })
        const met = countTriggers(context, 40)
        context.state.faults.delete(fault.id)
        return met
      })
    }
    const [first, second] = listDraws('one', 'tide')
    expect(listDraws('other', 'tide')).toEqual([first, second])
    expect(second).not.toBe(first)
    expect(listDraws('third', 'ebb')).not.toContain(first)
  })

  it('the random triggers of a fault repeat with the seed and match its probability', async () => {
    const listDraws = async (seed: string) => {
      const context = await createAccount({ seed })
      addFault(context, { target: 'carrier:UPS', mode: 'down', probability: 0.3 })
      return countTriggers(context, 400)
    }
    const first = await listDraws('one')
    expect(await listDraws('one')).toBe(first)
    expect(await listDraws('two')).not.toBe(first)
    const hits = first.replaceAll('-', '').length
    expect(hits).toBeGreaterThan(80)
    expect(hits).toBeLessThan(160)
  })

  it('a fault never triggers at probability 0, and always at probability 1', async () => {
    const context = await createAccount()
    const { id } = addFault(context, { target: 'carrier:UPS', mode: 'down', probability: 0 })
    expect(countTriggers(context, 50)).toBe('-'.repeat(50))
    context.state.faults.delete(id)
    addFault(context, { target: 'carrier:UPS', mode: 'down', probability: 1 })
    expect(countTriggers(context, 50)).toBe('x'.repeat(50))
  })

  it('the earlier of two matching faults triggers, and the later fault does not', async () => {
    const context = await createAccount()
    const first = addFault(context, { target: 'carrier:UPS', mode: 'down', times: 1 })
    const second = addFault(context, { target: 'carrier:UPS', mode: 'error' })
    expect([triggerFault(context, upsRates)?.id, triggerFault(context, upsRates)?.id]).toEqual([
      first.id,
      second.id,
    ])
    expect(context.state.faults.get(second.id)).toMatchObject({ seen: 1, hits: 1 })
  })

  it('a fault on operation * with a code triggers only for operations that document the code', async () => {
    const context = await createAccount()
    addFault(context, { target: 'carrier:UPS', mode: 'reject', code: 'LABEL.WEIGHT.EXCEEDED' })
    expect(countTriggers(context, 2)).toBe('--')
    expect(countTriggers(context, 2, { target: 'carrier:UPS', operation: 'labels' })).toBe('xx')
    addFault(context, { target: 'api', mode: 'error', code: 'BATCH.NOT_FOUND' })
    expect(countTriggers(context, 1, { target: 'api', operation: 'GET /v1/wallet' })).toBe('-')
    expect(countTriggers(context, 1, { target: 'api', operation: 'GET /v1/batches/{id}' })).toBe('x')
  })

  it('a fault on all operations triggers only at operations on which its mode is possible', async () => {
    const context = await createAccount()
    addFault(context, { target: 'api', mode: 'error', phase: 'after' })
    const before: FaultOccasion = {
      target: 'api',
      operation: 'GET /v1/wallet',
      among: ({ phase }) => phase === 'before',
    }
    expect(countTriggers(context, 1, before)).toBe('-')
    expect(countTriggers(context, 1, { ...before, among: ({ phase }) => phase === 'after' })).toBe('x')
  })
})
