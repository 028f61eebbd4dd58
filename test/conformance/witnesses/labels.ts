import { type Json, must, pair, single, type Witness, type World } from './world.ts'

/** The label that a batch of one item made. */
async function batchLabel(w: World, to: Json = {}) {
  const a = await w.client()
  const receiver = await w.receiver(a)
  must(await a.test.buyBatch(await a.test.newBatch([{ to }])))
  await a.advance('5m')
  const [event] = receiver.events
  return { a, id: event.data.id }
}

/** Whether a label of the sandbox comes back with another text. */
const respells = (to: Readonly<Record<string, string>>): Witness =>
  single('encoding', async (w) => {
    const a = await w.client()
    const label = await a.test.label({ to })
    return Object.entries(to).some(([name, text]) => {
      const field = name === 'street1' ? 'street' : name
      return label.to_address[field] !== text
    })
  })

/** Whether a refusal of one purchase is heard by the next, which is good. */
async function sticks(w: World, bad: Json, code: string): Promise<boolean> {
  const a = await w.client()
  const [good] = await a.test.quote()
  for (const rate of await a.test.quote(bad)) {
    if ((await a.test.buy(rate)).code === code) return (await a.test.buy(good)).code === code
  }
  throw new Error(`Nothing was refused with ${code}.`)
}

const nowhere = { street1: '99999 Nowhere Rd', city: 'Nowhere', state: 'CA', zip: '02139' }

export const labelWitnesses: Readonly<Record<string, Witness>> = {
  'addresses-bare-to-other-keys': pair('state', async (w) => {
    const a = await w.client()
    const other = await a.key({ environment: 'test' })
    const label = await a.test.label()
    return (await other.read(label)).to_address.phone !== label.to_address.phone
  }),
  'label-url-of-last-bought': single('state', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    await a.test.label()
    return (await a.test.read(one)).label_url !== one.label_url
  }),
  'older-label-reads-as-last': single('state', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    must(await a.test.buy((await a.test.quote()).at(-1)))
    return (await a.test.read(one)).service !== one.service
  }),
  'older-label-from-last-sender': single('state', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    await a.test.label({ to: { name: 'Someone Else' } })
    return (await a.test.read(one)).to_address.name !== one.to_address.name
  }),
  'batch-labels-without-contacts': pair('state', async (w) => {
    const { a, id } = await batchLabel(w)
    return (await a.test.read({ id })).to_address.phone === null
  }),
  'batch-labels-not-downloaded': pair('state', async (w) => {
    const { a, id } = await batchLabel(w)
    return (await a.test.get(`/labels/${id}/download`)).status === 404
  }),
  'price-of-last-quote': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    await a.test.quote({ weightOz: 300 })
    return (await a.test.read(label)).rate_cents !== label.rate_cents
  }),
  'failure-sticks-to-next-purchase': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.fault({ target: 'label_creation', mode: 'error' })
    await a.test.buy(rate)
    await a.clearFaults()
    return (await a.test.buy(rate)).status === 500
  }),
  'overweight-sticks-to-next-purchase': pair('state', (w) =>
    sticks(w, { weightOz: 5_000 }, 'LABEL.WEIGHT.EXCEEDED'),
  ),
  'undeliverable-sticks-to-next-purchase': pair('state', (w) =>
    sticks(w, { to: nowhere }, 'LABEL.ADDRESS.UNDELIVERABLE'),
  ),
  'parallel-purchases-one-label': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const both = await Promise.all([a.live.buy(rate), a.live.buy(rate)])
    return must(both[0]).id === must(both[1]).id
  }),
  'parallel-labels-swap-recipients': single('concurrency', async (w) => {
    const a = await w.client()
    const [one] = await a.test.quote({ to: { name: 'The One' } })
    const [other] = await a.test.quote({ to: { name: 'The Other' } })
    const [label] = await Promise.all([a.test.buy(one), a.test.buy(other)])
    return (await a.test.read(must(label))).to_address.name === 'The Other'
  }),
  'sandbox-number-real-after-live-label': pair('state', async (w) => {
    const a = await w.client()
    await a.live.label()
    return !(await a.test.label()).tracking_number.startsWith('9999')
  }),
  'voided-labels-not-in-history': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    must(await a.test.void(label))
    return !(await a.shipments()).some(({ label_id }) => label_id === label.id)
  }),
  'second-label-of-a-rate-not-in-history': single('state', async (w) => {
    const a = await w.client()
    const { rate } = await a.test.label()
    const second = must(await a.test.buy(rate))
    return !(await a.shipments()).some(({ label_id }) => label_id === second.id)
  }),
  'address-cut-at-35': respells({ name: 'The Honourable Society of Northern Lighthouse Keepers' }),
  'address-escaped': respells({ name: "O'Brien & Daughters" }),
  'address-quoted': respells({ name: "Pat O'Brien" }),
  'address-in-latin-1': respells({ name: 'Łukasz Żółć' }),
  'address-cut-at-astral': respells({ name: 'Party 🎈 Supplies' }),
  'zip-plus-four-cut': respells({ zip: '10118-0110' }),
  'batch-names-in-ascii': single('encoding', async (w) => {
    const { a, id } = await batchLabel(w, { name: 'José Müller' })
    return (await a.test.read({ id })).to_address.name !== 'José Müller'
  }),
  'parallel-reads-one-label': single('concurrency', async (w) => {
    const a = await w.client()
    const [one, other] = [await a.test.label(), await a.test.label()]
    const both = await Promise.all([a.test.read(one), a.test.read(other)])
    return both[0].id === both[1].id
  }),
  'sandbox-once-test-key-asked': pair('security', async (w) => {
    const a = await w.client()
    const label = await a.live.label()
    await a.test.get(`/labels/${label.id}`)
    return (await a.live.read(label)).sandbox
  }),
}
