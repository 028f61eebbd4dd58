// A program of a user whose account is on one of several simulators behind a load balancer: node balanced-client.mjs
// DIST URL TOKEN ID [KEY_PREFIX]. It uses every part of the account and prints the results as JSON.
// biome-ignore-start lint/style/noRestrictedGlobals: it shows what users write.
const [, , library, url, controlToken, id, keyPrefix] = process.argv
const { connectDrydock } = await import(library)

const dock = await connectDrydock(url, { controlToken })
const account = await dock.createAccount({ id, ...(keyPrefix && { key_prefix: keyPrefix }) })

/** Sends a request of the service and returns its response; throws unless it is a success. */
async function send(path, { key = account.keys.test, body } = {}) {
  const response = await fetch(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(key && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response
}

async function buyLabel(key) {
  const address = {
    name: 'Ada Carver',
    street1: '2211 Oak Street',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
  }
  const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }
  const quoted = await send('/v1/rates', {
    key,
    body: { from_address: address, to_address: address, parcel },
  })
  const { rates } = await quoted.json()
  return (await send('/v1/labels', { key, body: { rate_id: rates[0].id } })).json()
}

const isPdf = async (response) =>
  Buffer.from(await response.arrayBuffer())
    .subarray(0, 5)
    .toString() === '%PDF-'

const stop = new AbortController()
const events = []
const followStream = (async () => {
  for await (const { event, data } of account.stream({ signal: stop.signal })) {
    events.push(event === 'label' ? data.id : event)
    if (event === 'label') return
  }
})()
const receiver = await account.webhook.receive()
const sandbox = await buyLabel(account.keys.test)
await followStream
const live = await buyLabel(account.keys.live)
const delivered = await receiver.waitFor('label.created', { within: '1m' })
await receiver.close()
const { carrier, tracking_number } = sandbox
const tracker = await (await send('/v1/trackers', { body: { carrier, tracking_number } })).json()
await account.clock.advance('3d')
const tracked = await (await send(`/v1/trackers/${tracker.id}`)).json()
stop.abort()

console.log(
  JSON.stringify({
    labels: [sandbox, live].map((label) => label.id),
    isSandboxPdf: await isPdf(await fetch(sandbox.label_url)),
    sandboxUrl: sandbox.label_url,
    isLivePdf: await isPdf(await send(live.label_url, { key: account.keys.live })),
    isDeliveredPdf: await isPdf(await send(delivered.data.label_url)),
    tracked: tracked.status,
    streamed: events.includes(sandbox.id),
    listed: (await account.labels.list()).map((label) => label.id),
  }),
)
// biome-ignore-end lint/style/noRestrictedGlobals: it shows what users write.
