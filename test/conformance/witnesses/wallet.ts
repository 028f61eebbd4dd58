import { type Client, itemOf, must, pair, single, type Witness } from './world.ts'

/** Whether the live wallet has another balance than it should after this. */
async function misses(client: Client, taken: number, from: number): Promise<boolean> {
  return (await client.held()) !== from - taken
}

const creationFails = { target: 'label_creation', mode: 'error' }

export const walletWitnesses: Readonly<Record<string, Witness>> = {
  'second-label-of-a-rate-free': single('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    must(await a.live.buy(rate))
    const before = await a.held()
    const second = await a.live.buy(rate)
    return second.status < 300 && misses(a, second.json.rate_cents, before)
  }),
  'declined-charged-later': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({
      balance_cents: 1,
      payment_method: 'declined',
      auto_reload: { threshold_cents: 100, amount_cents: 5_000 },
    })
    if ((await a.live.buy(rate)).code !== 'WALLET.PAYMENT.FAILED') throw new Error('not declined')
    await a.wallet({ balance_cents: 20_000, payment_method: 'valid', auto_reload: null })
    const label = must(await a.live.buy(rate))
    return misses(a, label.rate_cents, 20_000)
  }),
  'second-failed-purchase-charged': single('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.fault(creationFails)
    const before = await a.held()
    await a.live.buy(rate)
    await a.live.buy(rate)
    return misses(a, 0, before)
  }),
  'repeated-refusal-charged': single('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote({ weightOz: 5_000 })
    const before = await a.held()
    await a.live.buy(rate)
    await a.live.buy(rate)
    return misses(a, 0, before)
  }),
  'scope-refusal-charged': single('security', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const narrow = await a.key({ environment: 'live', scopes: ['rates:read'] })
    const before = await a.held()
    await narrow.buy(rate)
    return misses(a, 0, before)
  }),
  'charge-lost-after-revocation': pair('money', async (w) => {
    const a = await w.client()
    await a.revoke(await a.key({ environment: 'live' }))
    const before = await a.held()
    const label = await a.live.label()
    return misses(a, label.rate_cents, before)
  }),
  'ineligible-void-charged': pair('money', async (w) => {
    const a = await w.client()
    const label = await a.live.label()
    await a.scan(label)
    const before = await a.held()
    await a.live.void(label)
    return misses(a, 0, before)
  }),
  'sandbox-label-charged-after-live-one': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.live.label()
    const before = await a.held()
    must(await a.test.buy(rate))
    return misses(a, 0, before)
  }),
  'sandbox-void-pays-live-wallet': pair('money', async (w) => {
    const a = await w.client()
    must(await a.live.void(await a.live.label()))
    const before = await a.held()
    must(await a.test.void(await a.test.label()))
    return misses(a, 0, before)
  }),
  'identical-batch-free': pair('money', async (w) => {
    const a = await w.client()
    const { ordered } = await a.live.newBatch()
    const before = await a.held()
    const second = must(await a.live.batch(ordered))
    return misses(a, second.total_cost_cents, before)
  }),
  'live-batch-free-after-sandbox-twin': pair('money', async (w) => {
    const a = await w.client()
    const { ordered } = await a.test.newBatch()
    const before = await a.held()
    const live = must(await a.live.batch(ordered))
    return misses(a, live.total_cost_cents, before)
  }),
  'refused-batch-charged-with-next': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 10 })
    await a.live.batch([itemOf(rate)])
    await a.wallet({ balance_cents: 50_000 })
    const made = must(await a.live.batch([itemOf(rate)]))
    return misses(a, made.total_cost_cents, 50_000)
  }),
  'sandbox-batch-charged-after-live-one': pair('money', async (w) => {
    const a = await w.client()
    await a.live.newBatch()
    const before = await a.held()
    await a.test.newBatch()
    return misses(a, 0, before)
  }),
  'second-batch-returned-when-bought': single('money', async (w) => {
    const a = await w.client()
    const one = await a.live.newBatch()
    const two = await a.live.newBatch()
    must(await a.live.buyBatch(one))
    const before = await a.held()
    must(await a.live.buyBatch(two))
    return misses(a, 0, before)
  }),
  'invalid-item-charged': single('partial failure', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const before = await a.held()
    const { parcel: _, ...bad } = itemOf(rate)
    const refused = await a.live.batch([itemOf(rate), bad])
    return refused.status === 422 && misses(a, 0, before)
  }),
  'failed-items-returned-twice': single('partial failure', async (w) => {
    const a = await w.client()
    const before = await a.held()
    const batch = await a.live.newBatch([{}, { weightOz: 20 }])
    await a.fault({ target: 'carrier:*', operation: 'labels', mode: 'down' })
    must(await a.live.buyBatch(batch))
    await a.advance('10m')
    return (await a.held()) > before
  }),
  'balance-told-since-last-charge': pair('money', async (w) => {
    const a = await w.client()
    const { rate } = await a.live.label()
    await a.fund(1_000)
    const label = must(await a.live.buy(rate))
    return label.wallet_balance_after_cents !== (await a.held())
  }),
  'wallet-misses-other-keys': pair('money', async (w) => {
    const a = await w.client()
    const other = await a.key({ environment: 'live' })
    await other.balance()
    await a.live.label()
    return (await other.balance()) !== (await a.held())
  }),
  'label-balance-misses-open-batches': pair('money', async (w) => {
    const a = await w.client()
    await a.live.newBatch()
    const label = await a.live.label()
    return label.wallet_balance_after_cents !== (await a.held())
  }),
  'sandbox-pays-for-bought-batches': pair('money', async (w) => {
    const a = await w.client()
    const before = await a.test.balance()
    must(await a.test.buyBatch(await a.test.newBatch()))
    return (await a.test.balance()) < before
  }),
  'sandbox-wallet-shows-live-one': pair('state', async (w) => {
    const a = await w.client()
    const before = await a.test.balance()
    await a.live.label()
    return (await a.test.balance()) < before
  }),
  'foreign-void-paid': pair('security', async (w) => {
    const [a, b] = [await w.client(), await w.client()]
    const label = await a.live.label()
    await b.live.get(`/labels/${label.id}`)
    const before = await b.held()
    must(await a.live.void(label))
    return misses(b, 0, before)
  }),
  'want-of-money-remembered': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1 })
    await a.live.buy(rate)
    await a.fund(50_000)
    return (await a.live.buy(rate)).status === 402
  }),
  'auto-reload-once': single('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1, auto_reload: { threshold_cents: 0, amount_cents: 50_000 } })
    must(await a.live.buy(rate))
    await a.wallet({ balance_cents: 1 })
    return (await a.live.buy(rate)).status === 402
  }),
  'auto-reload-ends-with-declined-card': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
    await a.wallet({ balance_cents: 1, payment_method: 'declined', auto_reload })
    await a.live.buy(rate)
    await a.wallet({ payment_method: 'valid' })
    return (await a.live.buy(rate)).status === 402
  }),
  'last-cent-kept-later': single('boundaries', async (w) => {
    const a = await w.client()
    const { rate } = await a.live.label()
    await a.wallet({ balance_cents: rate.rate_cents })
    return (await a.live.buy(rate)).status === 402
  }),
  'sandbox-refused-after-want-of-live-money': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1 })
    await a.live.buy(rate)
    const [free] = await a.test.quote()
    return (await a.test.buy(free)).status === 402
  }),
  'last-money-sold-twice': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: rate.rate_cents })
    const both = await Promise.all([a.live.buy(rate), a.live.buy(rate)])
    return both.every(({ status }) => status < 300)
  }),
  'batch-during-purchase-free': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const before = await a.held()
    const both = await Promise.all([a.live.buy(rate), a.live.batch([itemOf(rate)])])
    for (const each of both) must(each)
    return misses(a, 2 * rate.rate_cents, before)
  }),
  'keys-race-on-charge': single('concurrency', async (w) => {
    const a = await w.client()
    const other = await a.key({ environment: 'live' })
    const [rate] = await a.live.quote()
    const before = await a.held()
    for (const each of await Promise.all([a.live.buy(rate), other.buy(rate)])) must(each)
    return misses(a, 2 * rate.rate_cents, before)
  }),
  'parallel-purchases-blind': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const both = await Promise.all([a.live.buy(rate), a.live.buy(rate)])
    const told = both.map((each) => must(each).wallet_balance_after_cents)
    return told[0] === told[1]
  }),
  'connected-label-surcharged-after-platform-one': pair('money', async (w) => {
    const a = await w.client()
    await a.control('POST', '/carrier-accounts', { carrier: 'UPS' })
    const rates = await a.live.quote()
    must(await a.live.buy(rates.find(({ account_type }) => account_type === 'platform')))
    const before = await a.held()
    const label = must(await a.live.buy(rates.find(({ account_type }) => account_type === 'byoa')))
    return misses(a, label.rate_cents, before)
  }),
  'void-fee-with-next-purchase': pair('money', async (w) => {
    const a = await w.client()
    must(await a.live.void(await a.live.label()))
    const before = await a.held()
    const label = await a.live.label()
    return misses(a, label.rate_cents, before)
  }),
  'declined-batch-charged-with-next-label': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const auto_reload = { threshold_cents: 0, amount_cents: 5_000 }
    await a.wallet({ balance_cents: 1, payment_method: 'declined', auto_reload })
    await a.live.batch([itemOf(rate)])
    await a.wallet({ balance_cents: 20_000, payment_method: 'valid', auto_reload: null })
    const label = must(await a.live.buy(rate))
    return misses(a, label.rate_cents, 20_000)
  }),
  'reloaded-for-failed-purchase-and-charged': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1, auto_reload: { threshold_cents: 0, amount_cents: 5_000 } })
    await a.fault(creationFails)
    await a.live.buy(rate)
    const held = await a.held()
    return held !== 1 && held !== 5_001
  }),
  'batch-after-label-a-cent-dear': pair('money', async (w) => {
    const a = await w.client()
    const { rate } = await a.live.label()
    const before = await a.held()
    const batch = must(await a.live.batch([itemOf(rate)]))
    return misses(a, batch.total_cost_cents, before)
  }),
  'wallet-read-during-purchase-off': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const before = await a.held()
    const [bought, shown] = await Promise.all([a.live.buy(rate), a.live.balance()])
    return shown !== before && shown !== must(bought).wallet_balance_after_cents
  }),
  'label-free-after-batch-of-its-rate': pair('money', async (w) => {
    const a = await w.client()
    const batch = await a.live.newBatch()
    const before = await a.held()
    const label = must(await a.live.buy({ id: batch.ordered[0].rate_id }))
    return misses(a, label.rate_cents, before)
  }),
  'sandbox-purchase-reloads-live-wallet': pair('money', async (w) => {
    const a = await w.client()
    await a.wallet({ balance_cents: 100, auto_reload: { threshold_cents: 500, amount_cents: 5_000 } })
    await a.test.label()
    return misses(a, 0, 100)
  }),
  'wallet-kept-from-refusal': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1, auto_reload: null })
    await a.live.buy(rate)
    await a.fund(5_000)
    return (await a.live.balance()) !== 5_001
  }),
  'batch-label-charged-when-read': pair('money', async (w) => {
    const a = await w.client()
    const receiver = await w.receiver(a)
    must(await a.live.buyBatch(await a.live.newBatch()))
    await a.advance('5m')
    const before = await a.held()
    await a.live.read(receiver.events[0].data)
    return misses(a, 0, before)
  }),
  'adjusted-after-scan': pair('money', async (w) => {
    const a = await w.client()
    await a.scan(await a.live.label())
    const before = await a.held()
    const label = await a.live.label()
    return misses(a, label.rate_cents, before)
  }),
  'over-limit-batch-charged': pair('money', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    for (let count = 0; count < 10; count += 1) await a.live.batch([])
    const before = await a.held()
    const { status } = await a.live.batch([itemOf(rate)])
    return status === 429 && misses(a, 0, before)
  }),
  'batch-balance-since-last-charge': pair('money', async (w) => {
    const a = await w.client()
    await a.live.label()
    await a.fund(5_000)
    const batch = await a.live.newBatch()
    return batch.wallet_balance_after_cents !== (await a.held())
  }),
  'doubled-after-sandbox-refusal': pair('money', async (w) => {
    const a = await w.client()
    await a.test.buy({ id: 'rate_000000000000000000000000' })
    const before = await a.held()
    const label = await a.live.label()
    return misses(a, label.rate_cents, before)
  }),
}
