import { describe, expect, it } from 'vitest'
import statements from '../../fixtures/spec/statements.json' with { type: 'json' }
import { catalogue } from './catalogue.ts'
import {
  buildCombination,
  combinationCount,
  drawCombination,
  findConflict,
  offeredVariations,
} from './offered.ts'
import { variationNames } from './variation-names.ts'
import type { WireRequest } from './wire.ts'

const anyRequest = {
  method: 'GET',
  path: '/v1/wallet',
  operation: 'getWallet',
  headers: {},
  body: Buffer.of(),
} as const
const anyWire = Object()

/** The ids of removed variations, which no new variation may use. */
const removedVariationIds: readonly string[] = ['completed-batches']

const servedHooks = ['request', 'response', 'webhook', 'controlRequest', 'controlResponse']

describe('the offered variations', () => {
  it('offeredVariations lists at least 40 variations, and lists each variation of the catalogue with the field "offered" exactly once', () => {
    expect(offeredVariations.length).toBeGreaterThanOrEqual(40)
    const offered = catalogue.filter((each) => each.offered !== undefined).map(({ id }) => id)
    expect(offeredVariations.map(({ id }) => id).sort()).toEqual(offered.sort())
    expect(new Set(offered).size).toBe(offered.length)
  })

  it('the catalogue does not use the id of a removed variation again', () => {
    expect(catalogue.filter(({ id }) => removedVariationIds.includes(id))).toEqual([])
  })

  it('the list variationNames has the id of every offered variation, in the order of the catalogue', () => {
    expect(variationNames).toEqual(offeredVariations.map(({ id }) => id))
  })

  it.each(offeredVariations)(
    'the variation $id changes responses only through hooks that the simulator calls',
    ({ open }) => {
      expect(Object.keys(open()).filter((hook) => !servedHooks.includes(hook))).toEqual([])
    },
  )

  /** Lets a variation change a response. Returns the JSON of the changed response; undefined if it stays unchanged. */
  async function applyVariation(id: string, json: unknown, request: Partial<WireRequest>): Promise<unknown> {
    const response = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) }
    const alteration = catalogue.find((each) => each.id === id)?.open()
    const changed = await alteration?.response?.(response, { ...anyRequest, ...request }, anyWire)
    return changed === undefined ? undefined : JSON.parse(changed.body.toString())
  }

  it('the variation escaped-json does not change a body without characters to escape', async () => {
    expect(await applyVariation('escaped-json', { balance_cents: 7 }, {})).toBeUndefined()
    expect(await applyVariation('escaped-json', { city: 'Zürich' }, {})).toEqual({ city: 'Zürich' })
  })

  it('the variation validation-in-letters writes four digits into plus4, however long the request body is', async () => {
    const request = { operation: 'validateAddress', body: Buffer.alloc(20_000) } as const
    expect(await applyVariation('validation-in-letters', { residential: true }, request)).toEqual({
      ...{ rdi: 'Y', carrier_route_type: 'C', record_type: 'R', plus4: '3000' },
    })
  })

  it('the variation printed-addresses does not extend postal codes outside the US', async () => {
    const [from_address, to_address] = [
      { zip: '10115', country: 'DE' },
      { zip: '78701', country: 'US' },
    ]
    const changed = await applyVariation(
      'printed-addresses',
      { from_address, to_address },
      { operation: 'getLabel' },
    )
    expect(changed).toEqual({ from_address, to_address: { zip: '78701-0001', country: 'US' } })
  })

  it('the variation event-of-the-tracker adds an event that has the status of the first real event', async () => {
    const events = [{ status: 'pre_transit' }, { status: 'delivered' }]
    const tracker = { id: 'trk_1', status: 'delivered', events }
    const changed = await applyVariation('event-of-the-tracker', tracker, { operation: 'getTracker' })
    expect(changed).toMatchObject({ status: 'delivered', events: [{ status: 'pre_transit' }, ...events] })
  })

  it('the variation wallet-as-list shows that auto-reload is on', async () => {
    const request = { headers: { authorization: 'Bearer pr_live_1' } }
    const wallet = { balance_cents: 5, auto_reload: { enabled: true } }
    expect(await applyVariation('wallet-as-list', wallet, request)).toMatchObject({ reload: 'on' })
  })

  it.each([
    ['close', undefined],
    ['keep-alive', { connection: 'close' }],
  ])(
    'the variation "closing" adds "Connection: close" to a response unless the request has it: "Connection: %s"',
    async (connection, headers) => {
      const closing = catalogue.find(({ id }) => id === 'closing')?.open()
      const response = { status: 200, headers: {}, body: Buffer.of() }
      const changed = await closing?.response?.(response, { ...anyRequest, headers: { connection } }, anyWire)
      expect(changed?.headers).toEqual(headers)
    },
  )

  it('the offered variations name only existing statements of the specification', () => {
    const known = JSON.stringify(statements)
    const named = offeredVariations.flatMap(({ silent }) => ('statement' in silent ? [silent.statement] : []))
    expect(named.filter((id) => !known.includes(`"${id}"`))).toEqual([])
  })
})

describe('combinations', () => {
  it('each numbered combination of variations changes no part of the service twice, and all combinations together contain every variation', () => {
    const numbers = Array.from({ length: combinationCount }, (_, index) => index + 1)
    const combined = numbers.map(buildCombination)
    expect(combined.map(findConflict)).toEqual(numbers.map(() => undefined))
    const met = new Set(combined.flat().map(({ id }) => id))
    expect(offeredVariations.filter(({ id }) => !met.has(id))).toEqual([])
  })

  it('the random combination of variations for a seed is always the same, differs from the combination for another seed, and is never empty', () => {
    const idsOf = (seed: number): string =>
      drawCombination(seed)
        .map(({ id }) => id)
        .join()
    const drawn = Array.from({ length: 50 }, (_, seed) => idsOf(seed))
    expect(drawn).toEqual(drawn.map((_, seed) => idsOf(seed)))
    expect(new Set(drawn).size).toBeGreaterThan(45)
    expect(drawn).not.toContain('')
  })
})
