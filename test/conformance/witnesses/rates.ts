import { type Client, itemOf, type Json, must, pair, single, type Witness } from './world.ts'

const down = (carrier: string) => ({ target: `carrier:${carrier}`, operation: 'rates', mode: 'down' })

/** A quote while a carrier fails, and none fails any more. */
async function partialQuote(a: Client, carrier = 'USPS'): Promise<Json[]> {
  await a.fault(down(carrier))
  const rates = await a.test.quote()
  await a.clearFaults()
  return rates
}

export const rateWitnesses: Readonly<Record<string, Witness>> = {
  'purchase-renews-rate': pair('boundaries', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.advance('10m')
    must(await a.test.buy(rate))
    await a.advance('6m')
    return (await a.test.buy(rate)).code !== 'RATE.EXPIRED'
  }),
  'requote-keeps-first-age': pair('boundaries', async (w) => {
    const a = await w.client()
    await a.test.quote()
    await a.advance('10m')
    const [rate] = await a.test.quote()
    await a.advance('6m')
    return (await a.test.buy(rate)).code === 'RATE.EXPIRED'
  }),
  'partial-quote-kept-shorter': pair('boundaries', async (w) => {
    const a = await w.client()
    const [rate] = await partialQuote(a)
    await a.advance('6m')
    return (await a.test.buy(rate)).code === 'RATE.EXPIRED'
  }),
  'rate-expires-ten-seconds-early': single('boundaries', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.advance('899s')
    return (await a.test.buy(rate)).code === 'RATE.EXPIRED'
  }),
  'rate-expires-five-seconds-late': single('boundaries', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.advance('901s')
    return (await a.test.buy(rate)).code !== 'RATE.EXPIRED'
  }),
  'void-expires-rate': pair('state', async (w) => {
    const a = await w.client()
    const { id, rate } = await a.test.label()
    must(await a.test.void(id))
    return (await a.test.buy(rate)).code === 'RATE.EXPIRED'
  }),
  'rates-gone-with-their-key': pair('state', async (w) => {
    const a = await w.client()
    const key = await a.key({ environment: 'test' })
    const [rate] = await key.quote()
    await a.revoke(key)
    return (await a.test.buy(rate)).code === 'RATE.NOT_FOUND'
  }),
  'refused-purchase-uses-up-rate': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    await a.wallet({ balance_cents: 1 })
    await a.live.buy(rate)
    await a.wallet({ balance_cents: 50_000 })
    return (await a.live.buy(rate)).code === 'RATE.NOT_FOUND'
  }),
  'failed-purchase-uses-up-rate': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.fault({ target: 'label_creation', mode: 'error' })
    await a.test.buy(rate)
    await a.clearFaults()
    return (await a.test.buy(rate)).code === 'RATE.EXPIRED'
  }),
  'batched-rate-used-up': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    must(await a.test.batch([itemOf(rate)]))
    return (await a.test.buy(rate)).code === 'RATE.NOT_FOUND'
  }),
  'partial-quote-not-kept': pair('partial failure', async (w) => {
    const a = await w.client()
    const [rate] = await partialQuote(a)
    return (await a.test.buy(rate)).code === 'RATE.NOT_FOUND'
  }),
  'breaker-after-two-failures': pair('partial failure', async (w) => {
    const a = await w.client()
    await partialQuote(a, 'UPS')
    await partialQuote(a, 'UPS')
    return !(await a.test.quote()).some(({ carrier }) => carrier === 'UPS')
  }),
  'failed-carrier-still-listed': pair('partial failure', async (w) => {
    const a = await w.client()
    await partialQuote(a, 'UPS')
    return (must(await a.test.rates()).failed_carriers ?? []).length > 0
  }),
  'connected-rates-as-platform': pair('partial failure', async (w) => {
    const a = await w.client()
    await a.control('POST', '/carrier-accounts', { carrier: 'UPS' })
    return !(await partialQuote(a)).some(({ account_type }) => account_type === 'byoa')
  }),
  'parallel-quotes-one-answer': single('concurrency', async (w) => {
    const a = await w.client()
    const [one, other] = await Promise.all([a.test.quote(), a.test.quote({ weightOz: 90 })])
    return one?.[0].id === other?.[0].id
  }),
  'parallel-quotes-swap-shipments': single('concurrency', async (w) => {
    const a = await w.client()
    const [rates] = await Promise.all([a.test.quote(), a.test.quote({ to: { name: 'Someone Else' } })])
    const label = must(await a.test.buy(rates[0]))
    return label.to_address.name === 'Someone Else'
  }),
  'second-account-hides-first': pair('state', async (w) => {
    const a = await w.client()
    for (const carrier of ['UPS', 'FedEx'])
      await a.control('POST', '/carrier-accounts', { carrier, credentials: 'valid' })
    const own = (await a.test.quote()).filter(({ account_type }) => account_type === 'byoa')
    return !own.some(({ carrier }) => carrier === 'UPS')
  }),
}
