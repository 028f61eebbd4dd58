import { z } from 'zod'
import type { TestClient, TestResponse } from '../support/test-client.ts'
import type { ConfirmedState } from './confirmed-state.ts'
import { readErrorCode } from './error-code.ts'

const otherEnvironment = 'AUTH.KEY.SANDBOX_IN_PRODUCTION'

/** The present state of an account, as the service and the control protocol show it. */
export interface AccountState {
  readonly keysOf: z.infer<typeof account>['keys']
  readonly clock: z.infer<typeof clock>
  readonly wallet: z.infer<typeof wallet>
  readonly ledger: z.infer<typeof ledger>['ledger']
  readonly shipments: z.infer<typeof shipments>['shipments']
  /** The labels that were not checked before, and labels whose purchase had no response. */
  readonly labels: ReadonlyMap<string, z.infer<typeof label>>
  readonly trackers: ReadonlyMap<string, z.infer<typeof tracker>>
  readonly batches: ReadonlyMap<string, z.infer<typeof batch>>
  readonly keys: z.infer<typeof keys>['keys']
  readonly faults: z.infer<typeof faults>['faults']
  readonly webhook: z.infer<typeof webhook>
  readonly deliveries: z.infer<typeof deliveries>['deliveries']
}

const account = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })
const environment = z.enum(['test', 'live'])
const instant = z.iso.datetime().transform((text) => Date.parse(text))

const clock = z.object({ now: instant, mode: z.enum(['realtime', 'frozen']) })
const wallet = z.object({ balance_cents: z.int(), payment_method: z.enum(['valid', 'declined', 'none']) })
const ledger = z.object({
  ledger: z.array(
    z.object({
      id: z.string(),
      at: instant,
      kind: z.enum(['opening', 'funding', 'auto_reload', 'charge', 'refund', 'adjustment']),
      amount_cents: z.int(),
      balance_cents: z.int(),
      reference: z.string().nullable(),
    }),
  ),
})
const shipments = z.object({
  shipments: z.array(
    z.object({
      id: z.string(),
      label_id: z.string(),
      environment,
      // The tracking number; null if the label of the shipment no longer exists.
      tracking_number: z.string().nullable(),
      created_at: instant,
    }),
  ),
})
export const label = z.object({
  id: z.string(),
  tracking_number: z.string(),
  rate_cents: z.int(),
  created_at: instant,
  void_status: z.literal('requested').nullable(),
})
const tracker = z.object({
  id: z.string(),
  tracking_number: z.string(),
  events: z.array(z.object({ timestamp: instant })),
})
const batch = z.object({
  id: z.string(),
  status: z.enum(['created', 'processing', 'completed']),
  total_cost_cents: z.int(),
  items: z.array(
    z.object({
      rate_cents: z.int(),
      status: z.enum(['pending', 'purchased', 'failed']),
      label_id: z.string().nullable(),
    }),
  ),
})
const keys = z.object({ keys: z.array(z.object({ id: z.string(), revoked_at: z.string().nullable() })) })
const faults = z.object({
  faults: z.array(
    z.object({
      id: z.string(),
      target: z.string(),
      times: z.int().nullable(),
      hits: z.int(),
      remaining: z.int().nullable(),
    }),
  ),
})
const webhook = z.object({ url: z.string().nullable() })
const deliveries = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      label_id: z.string(),
      environment,
      status: z.enum(['pending', 'succeeded', 'failed']),
      attempts: z.int(),
      created_at: instant,
      last_attempt_at: instant.nullable(),
      next_attempt_at: instant.nullable(),
    }),
  ),
})

/** Reads the state of an account; null if there is no such account. Throws if a resource cannot be read. */
export async function readAccount(
  service: TestClient,
  facts: ConfirmedState,
  isEvery = false,
): Promise<AccountState | null> {
  let before = await readAccountOnce(service, facts, isEvery)
  // On a running clock, a batch may buy labels between two requests, so the state is read until it no longer changes.
  for (let tries = 0; tries < maxReads && mayStillChange(facts, before); tries += 1) {
    const after = await readAccountOnce(service, facts, isEvery)
    if (summariseCounts(after) === summariseCounts(before)) return after
    before = after
  }
  return before
}

const maxReads = 20

function mayStillChange({ startMs }: ConfirmedState, seen: AccountState | null): boolean {
  return startMs === null && [...(seen?.batches.values() ?? [])].some(({ status }) => status !== 'created')
}

/**
 * Returns the counts that grow while batches are processed. If two reads have the same counts, the state did not change
 * between them.
 */
function summariseCounts(seen: AccountState | null): string {
  if (seen === null) return ''
  const items = [...seen.batches.values()].flatMap((each) => each.items)
  const pending = items.filter(({ status }) => status === 'pending').length
  return [seen.ledger.length, seen.shipments.length, seen.deliveries.length, pending].join(' ')
}

async function readAccountOnce(
  service: TestClient,
  facts: ConfirmedState,
  isEvery: boolean,
): Promise<AccountState | null> {
  const base = `/_drydock/accounts/${facts.id}`
  const found = await service.trySend({ method: 'GET', path: base })
  if (found?.status === 404) return null
  const { keys: keysOf } = account.parse(expectOkBody(base, found))
  const get = async <Body>(schema: z.ZodType<Body>, path: string, key?: string): Promise<Body> =>
    schema.parse(await service.read({ method: 'GET', path, ...(key !== undefined && { key }) }))
  const each = async <Body>(
    known: readonly { readonly id: string; readonly environment: 'test' | 'live' }[],
    schema: z.ZodType<Body>,
    path: string,
  ): Promise<Map<string, Body>> => {
    const read = known.map(async ({ id, environment }): Promise<[string, Body][]> => {
      const answer = await service.trySend({ method: 'GET', path: `${path}/${id}`, key: keysOf[environment] })
      // The checks report a missing resource, so no error is thrown for it. After a snapshot load, an id may belong to
      // a resource of the other environment, which counts as missing, too.
      const isAbsent =
        answer?.status === 404 || (answer !== undefined && readErrorCode(answer) === otherEnvironment)
      return isAbsent ? [] : [[id, schema.parse(expectOkBody(`${path}/${id}`, answer))]]
    })
    return new Map((await Promise.all(read)).flat())
  }
  const checked = new Set(facts.labels.filter((fact) => fact.checked).map(({ id }) => id))
  const shipped = (await get(shipments, `${base}/shipments`)).shipments
  return {
    keysOf,
    wallet: await get(wallet, `${base}/wallet`),
    ledger: (await get(ledger, `${base}/wallet/ledger`)).ledger.reverse(),
    shipments: shipped,
    labels: await each(
      shipped
        .map(({ label_id: id, environment }) => ({ id, environment }))
        .filter(({ id }) => isEvery || !checked.has(id)),
      label,
      '/v1/labels',
    ),
    trackers: await each(facts.trackers, tracker, '/v1/trackers'),
    batches: await each(facts.batches, batch, '/v1/batches'),
    keys: (await get(keys, `${base}/keys`)).keys,
    faults: (await get(faults, `${base}/faults`)).faults,
    webhook: await get(webhook, `${base}/webhook`),
    deliveries: (await get(deliveries, `${base}/webhook/deliveries`)).deliveries,
    clock: await get(clock, `${base}/clock`),
  }
}

function expectOkBody(path: string, answer: TestResponse | undefined): unknown {
  if (answer?.status === 200) return answer.body
  throw new Error(`GET ${path} got ${answer?.status} ${JSON.stringify(answer?.body)}`)
}
