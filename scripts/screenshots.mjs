// Takes the pictures of the dashboard for the README: npm run screenshots. With `-- FOLDER`, takes a picture of every page in
// two themes and two widths instead, and writes them to the folder.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startServer } from './bench/processes.mjs'
import { shipment } from './bench/requests.mjs'

const folder = process.argv[2]
const dock = await startServer([
  'dist/drydock.js',
  'serve',
  '--port',
  '0',
  '--quiet',
  '--seed',
  'pictures',
  '--clock',
  'frozen@2030-03-04T12:00:00Z',
])
const key = 'pr_live_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const control = '/_drydock/accounts/default'
const { from_address: from, to_address: address, parcel } = shipment

const ids = await fillAccount()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const pages = {
  overview: '',
  buy: `buy?quote=${ids.quote}`,
  requests: 'requests',
  request: `requests/${ids.request}`,
  carriers: 'carriers',
  time: 'time',
  shipments: 'shipments',
  shipment: `shipments/${ids.label}`,
  tracking: 'tracking',
  tracker: `tracking/${ids.tracker}`,
  batches: 'batches',
  batch: `batches/${ids.batch}`,
  webhooks: 'webhooks',
  webhook: `webhooks/${ids.delivery}`,
  wallet: 'wallet',
  keys: 'keys',
  worlds: 'worlds',
  review: 'review',
  copy: 'copy',
  preview: 'time?by=1d',
  reference: '/docs',
  operation: '/docs/operations/buyLabel',
  errors: '/docs/errors',
}
if (folder === undefined) {
  await takePicture('overview', {
    width: 1000,
    height: 600,
    theme: 'light',
    file: 'docs/images/overview.png',
  })
  await takePicture('tracker', { width: 1000, height: 600, theme: 'dark', file: 'docs/images/tracker.png' })
} else {
  mkdirSync(folder, { recursive: true })
  for (const name of Object.keys(pages))
    for (const width of [1440, 390])
      for (const theme of ['light', 'dark'])
        await takePicture(name, {
          width,
          height: 900,
          theme,
          file: join(folder, `${name}-${width}-${theme}.png`),
          isWhole: true,
        })
}
await browser.close()
await dock.stop()

async function takePicture(name, { width, height, theme, file, isWhole = false }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme })
  await page.goto(new URL(pages[name], `${dock.url}/dashboard/default/`).href)
  if (!pages[name].startsWith('/')) await page.getByText('Live', { exact: true }).waitFor()
  await page.screenshot({ path: file, fullPage: isWhole })
  await page.close()
}

/** Fills the default account with resources of every kind, and returns their ids. */
async function fillAccount() {
  await sendRequest('PUT', `${control}/webhook`, { url: `${dock.url}/_drydock/receiver/default` })
  const labels = []
  for (const at of [0, 3, 5]) {
    const { rates } = await sendRequest('POST', '/v1/rates', {
      from_address: from,
      to_address: address,
      parcel,
    })
    labels.push(await sendRequest('POST', '/v1/labels', { rate_id: rates[at].id }))
  }
  const [label] = labels
  const tracker = await sendRequest('POST', '/v1/trackers', {
    tracking_number: label.tracking_number,
    carrier: label.carrier,
  })
  const item = {
    from_address: from,
    to_address: address,
    parcel,
    carrier: 'USPS',
    service: 'Priority Mail',
    rate_cents: 4,
  }
  const items = Array.from({ length: 500 }, (_, at) =>
    at % 60 === 7 ? { ...item, service: 'Rocket Mail' } : item,
  )
  const batch = await sendRequest('POST', '/v1/batches', { items })
  await sendRequest('POST', `/v1/batches/${batch.id}/buy`)
  await sendRequest('POST', `${control}/clock/advance`, { by: '6s' })
  await sendRequest('POST', `${control}/clock/advance`, { by: '8h' })
  await sendRequest('POST', `${control}/faults`, { target: 'carrier:UPS', mode: 'down' })
  await sendRequest('POST', '/v1/rates', { from_address: from, to_address: address, parcel })
  await sendRequest('POST', '/v1/labels', { rate_id: 'rate_000000000000000000000000' }, 404)
  const { requests } = await sendRequest('GET', `${control}/requests`)
  const [quote] = requests.filter(({ path }) => path === '/v1/rates')
  const { deliveries } = await sendRequest('GET', '/v1/webhooks/deliveries')
  return {
    label: label.id,
    tracker: tracker.id,
    batch: batch.id,
    request: requests[0].id,
    quote: quote.id,
    delivery: deliveries[0].id,
  }
}

/**
 * Sends a request and returns the body of the response. Throws unless the request succeeds or, if `refusal` is given,
 * gets that error status.
 */
async function sendRequest(method, path, body, refusal) {
  const response = await fetch(dock.url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (refusal === undefined ? !response.ok : response.status !== refusal)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
