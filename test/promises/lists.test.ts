import { describe, expect, it } from 'vitest'
import { type Account, buyCheapestLabel, createAccount, startedAt } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { readJson, TestClient } from '../support/test-client.ts'

/** Tests the lists of an account in the control protocol. */

const simulator = sharedSimulator()

const createNewAccount = () => createAccount(simulator.url)
const withLiveKey = (account: Account) => ({ key: account.keys.live })

/** Sends a control call that is refused. Returns the status, and the field that the error names. */
async function readRefusal(account: Account, path: string) {
  const answer = await new TestClient(simulator.url).send({ path: `/_drydock/accounts/${account.id}${path}` })
  return { status: answer.status, field: Object(readJson(answer)).error?.field }
}

/** Buys a label while a fault loses the response. */
async function buyWithLostResponse(account: Account, phase: 'before' | 'after'): Promise<void> {
  await account.control('POST /faults', {
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase,
    times: 1,
  })
  await expect(buyCheapestLabel(account)).rejects.toThrow()
}

describe('the list of labels in the control protocol', () => {
  it('the control protocol lists labels, newest first, with the times of their scan and void', async () => {
    const account = await createNewAccount()
    const voided = await buyCheapestLabel(account)
    const scanned = await buyCheapestLabel(account, {}, withLiveKey(account))
    const fresh = await buyCheapestLabel(account)
    await account.call(`DELETE /v1/labels/${voided.id}`)
    await account.control(`POST /labels/${scanned.id}/scan`)
    const { shipments } = Object(await account.control('GET /shipments'))
    const beside = { account_type: 'platform', scanned_at: null, void_status: null, void_requested_at: null }
    expect(await account.control('GET /labels')).toEqual({
      labels: [
        { ...fresh, ...beside, environment: 'test', shipment_id: shipments[0].id },
        { ...scanned, ...beside, environment: 'live', shipment_id: shipments[1].id, scanned_at: startedAt },
        {
          ...voided,
          ...beside,
          environment: 'test',
          shipment_id: shipments[2].id,
          void_status: 'requested',
          void_requested_at: startedAt,
        },
      ],
      has_more: false,
    })
  })

  it.each(['labels', 'shipments'])(
    'the control protocol can limit a list of %s to an environment and to a number of items',
    async (name) => {
      const account = await createNewAccount()
      for (const options of [{}, withLiveKey(account), {}]) await buyCheapestLabel(account, {}, options)
      const readEnvironments = async (query: string) => {
        const { [name]: bodies, has_more } = Object(await account.control(`GET /${name}${query}`))
        return [bodies.map(({ environment }: { readonly environment: string }) => environment), has_more]
      }
      expect((await readEnvironments(''))[0]).toEqual(['test', 'live', 'test'])
      expect(await readEnvironments('?limit=2')).toEqual([['test', 'live'], true])
      expect(await readEnvironments('?limit=3')).toEqual([['test', 'live', 'test'], false])
      expect(await readEnvironments('?environment=test&limit=1')).toEqual([['test'], true])
      expect(await readEnvironments('?environment=live&limit=1')).toEqual([['live'], false])
    },
  )

  it.each(['limit=0', 'limit=10001', 'limit=many', 'environment=staging', 'colour=red'])(
    'the control protocol refuses a list with the query %s',
    async (query) => {
      const account = await createNewAccount()
      for (const path of ['/labels', '/trackers', '/batches', '/shipments', '/wallet/ledger']) {
        expect(await readRefusal(account, `${path}?${query}`)).toEqual({
          status: 422,
          field: query.split('=')[0],
        })
      }
    },
  )
})

it('the control protocol lists trackers with their script, last poll and next poll', async () => {
  const account = await createNewAccount()
  const { id, tracking_number, carrier } = await buyCheapestLabel(account)
  await account.call('POST /v1/trackers', { tracking_number, carrier })
  await account.call(
    'POST /v1/trackers',
    { tracking_number: 'elsewhere', carrier: 'UPS' },
    withLiveKey(account),
  )
  await account.control(`PUT /tracking/${tracking_number}`, { script: 'lost' })
  await account.advance('4h')
  const stranger = {
    tracking_number: 'elsewhere',
    environment: 'live',
    label_id: null,
    script: null,
    events: [],
  }
  const times = {
    registered_at: startedAt,
    polled_at: '2030-03-04T16:00:00.000Z',
    next_poll_at: '2030-03-04T20:00:00.000Z',
  }
  expect(await account.control('GET /trackers')).toMatchObject({
    trackers: [
      { ...stranger, ...times, status: 'unknown' },
      {
        tracking_number,
        carrier,
        environment: 'test',
        label_id: id,
        script: 'lost',
        status: 'in_transit',
        ...times,
      },
    ],
    has_more: false,
  })
  await account.control(`POST /tracking/${tracking_number}/events`, { status: 'delivered' })
  expect(await account.control('GET /trackers?environment=test')).toMatchObject({
    trackers: [{ script: null }],
  })
})

it('the control protocol lists batches with their progress and item counts', async () => {
  const account = await createNewAccount()
  const items = [...Array(5).keys()].map((index) => batchItem(index === 1 ? { service: 'Teleport' } : {}))
  const { id } = Object(readJson(await account.call('POST /v1/batches', { items }, withLiveKey(account))))
  const made = { id, environment: 'live', status: 'created', item_count: 5, created_at: startedAt }
  expect(await account.control('GET /batches')).toMatchObject({
    batches: [{ ...made, item_counts: { pending: 5, purchased: 0, failed: 0 }, bought_at: null }],
  })
  await account.call(`POST /v1/batches/${id}/buy`, undefined, withLiveKey(account))
  await account.control('POST /clock/advance', { seconds: 60 })
  const { batches } = Object(await account.control('GET /batches'))
  expect(batches).toEqual([
    {
      ...made,
      status: 'completed',
      item_counts: { pending: 0, purchased: 4, failed: 1 },
      bought_at: startedAt,
      total_cost_cents: 5_000,
      wallet_balance_after_cents: 95_000,
      estimated_completion_percentage: 100,
      estimated_time_remaining_seconds: 0,
    },
  ])
  expect(JSON.stringify(batches)).not.toContain('pr_')
})

it('the amounts in the ledger of the wallet add up, and each entry names its label or batch', async () => {
  const account = await createNewAccount()
  const { id, rate_cents } = await buyCheapestLabel(account, {}, withLiveKey(account))
  const items = [batchItem({ service: 'Teleport' })]
  const batch = Object(readJson(await account.call('POST /v1/batches', { items }, withLiveKey(account)))).id
  await account.call(`POST /v1/batches/${batch}/buy`, undefined, withLiveKey(account))
  await account.control('POST /clock/advance', { seconds: 5 })
  const { ledger } = Object(await account.control('GET /wallet/ledger'))
  const told = ledger.map(({ kind, amount_cents, balance_cents, reference, reference_kind }: LedgerLine) => [
    kind,
    amount_cents,
    balance_cents,
    reference_kind,
    reference,
  ])
  expect(told).toEqual([
    ['refund', 1_000, 100_000 - rate_cents, 'batch', batch],
    ['charge', -1_000, 99_000 - rate_cents, 'batch', batch],
    ['charge', -rate_cents, 100_000 - rate_cents, 'label', id],
    ['opening', 100_000, 100_000, null, null],
  ])
  expect(await account.control('GET /wallet/ledger?limit=1')).toEqual({ ledger: [ledger[0]], has_more: true })
  expect(await account.control('GET /wallet/ledger?environment=test')).toEqual({ ledger: [] })
})

interface LedgerLine {
  readonly kind: string
  readonly amount_cents: number
  readonly balance_cents: number
  readonly reference: string | null
  readonly reference_kind: string | null
}

describe('the request log in the control protocol', () => {
  it('the request log can be filtered by status class, path pattern and method, and limited to a number of requests', async () => {
    const account = await createNewAccount()
    for (const path of ['/v1/wallet', '/v1/labels/nope', '/v1/labels/nil', '/v1/trackers/nope']) {
      await account.call(`GET ${path}`)
    }
    const listPaths = async (query: string) => {
      const { requests } = Object(await account.control(`GET /requests?${query}`))
      return requests.map(({ path }: { readonly path: string }) => path)
    }
    expect(await listPaths('status=4xx')).toEqual(['/v1/trackers/nope', '/v1/labels/nil', '/v1/labels/nope'])
    expect(await listPaths('status=2XX')).toEqual(['/v1/wallet'])
    expect(await listPaths('path=/v1/labels*')).toEqual(['/v1/labels/nil', '/v1/labels/nope'])
    expect(await listPaths('path=*/nope')).toEqual(['/v1/trackers/nope', '/v1/labels/nope'])
    expect(await listPaths('path=/v1/*s/n*l')).toEqual(['/v1/labels/nil'])
    expect(await listPaths('path=/v1/labels')).toEqual([])
    expect(await listPaths('path=/v1/wallet*wallet')).toEqual([])
    expect(await listPaths('path=/v1/*z*s/nope')).toEqual([])
    expect(await listPaths('method=get&limit=1')).toEqual(['/v1/trackers/nope'])
    expect(await listPaths('method=POST')).toEqual([])
    expect(await listPaths('status=4xx&limit=1')).toEqual(['/v1/trackers/nope'])
    for (const query of ['status=6xx', 'status=4x', 'path=labels', 'limit=0']) {
      expect(await readRefusal(account, `/requests?${query}`)).toEqual({
        status: 422,
        field: query.split('=')[0],
      })
    }
  })

  it('the request log marks a request whose response was lost by a fault, and names the phase of the fault', async () => {
    const account = await createNewAccount()
    await buyWithLostResponse(account, 'before')
    await buyWithLostResponse(account, 'after')
    await account.control('POST /faults', { target: 'api', mode: 'latency', latency_ms: 1, times: 1 })
    await account.call('GET /v1/wallet')
    const { requests } = Object(await account.control('GET /requests'))
    expect(
      requests.map(({ path, lost }: { readonly path: string; readonly lost: unknown }) => [path, lost]),
    ).toEqual([
      ['/v1/wallet', null],
      ['/v1/labels', { mode: 'reset', phase: 'after' }],
      ['/v1/rates', null],
      ['/v1/labels', { mode: 'reset', phase: 'before' }],
      ['/v1/rates', null],
    ])
    expect(await account.control('GET /labels')).toMatchObject({ labels: [{}] })
  })

  it('the request log shows a body that is nested deeper than 32 levels as text', async () => {
    const account = await createNewAccount()
    const nestBrackets = (open: string, close: string, levels: number) =>
      open.repeat(levels) + close.repeat(levels)
    const deep = [
      nestBrackets('[', ']', 30_000),
      nestBrackets('{"a":[', ']}', 5_000),
      nestBrackets('[', ']', 33),
    ]
    for (const raw of [...deep, nestBrackets('[', ']', 32)]) {
      expect((await account.call('POST /v1/rates', undefined, { raw })).status).toBe(422)
    }
    const { requests } = Object(await account.control('GET /requests'))
    const [atMost, ...deeper] = requests.map(
      (entry: { readonly request_body: unknown }) => entry.request_body,
    )
    expect(JSON.stringify(atMost)).toBe(nestBrackets('[', ']', 32))
    expect(deeper).toEqual(deep.reverse())
  })
})

it('adding a tracking event returns the trackers of the tracking number, and an unknown status becomes "unknown"', async () => {
  const account = await createNewAccount()
  const addTrackingEvent = (status: string) => account.control('POST /tracking/12345/events', { status })
  expect(await addTrackingEvent('delivered')).toEqual({
    tracking_number: '12345',
    status: 'delivered',
    trackers: [],
  })
  const trackers = []
  for (const [carrier, options] of [
    ['UPS', withLiveKey(account)],
    ['USPS', {}],
  ] as const) {
    const body = { tracking_number: '12345', carrier }
    trackers.push(Object(readJson(await account.call('POST /v1/trackers', body, options))).id)
  }
  expect(Object(await addTrackingEvent('teleported'))).toEqual({
    tracking_number: '12345',
    status: 'unknown',
    trackers: expect.arrayContaining(trackers),
  })
})
