// The Postman collection, run by newman against the built simulator: green in order, also with any one carrier down; and
// each of its tests is red where what it tests is wrong.
import newman from 'newman'
import { startDrydock } from '../../dist/index.js'
import { jsonOf, openRelay } from './relay.mjs'

export async function runCollection() {
  const dock = await startDrydock()
  const relay = await openRelay(dock.url)
  try {
    const read = async (part) => (await fetch(`${relay.url}/postman/${part}.json`)).json()
    const postman = { collection: await read('collection'), environment: await read('environment') }
    const all = greenTests(await run(postman), 'as it is')
    let failedFirst
    relay.change = (answer, { path }) => {
      if (path === '/v1/rates') failedFirst ??= jsonOf(answer).failed_carriers?.map(({ carrier }) => carrier)
    }
    for (const carrier of ['DHL', 'FedEx', 'UPS', 'USPS']) {
      await dock.reset()
      await dock.faults.add({ target: `carrier:${carrier}`, mode: 'down' })
      failedFirst = undefined
      greenTests(await run(postman), `with ${carrier} down`)
      if (String(failedFirst) !== carrier) throw new Error(`${carrier} was down, and ${failedFirst} failed.`)
    }
    const red = new Set()
    for (const alter of [everyHead, everyBody, everyMeaning]) {
      await dock.reset()
      let running = ''
      relay.change = (answer, { path }) => (path.startsWith('/v1/') ? alter(answer, running) : undefined)
      const executions = await run(postman, (name) => {
        running = name
      })
      for (const test of testsIn(executions)) if (test.failed) red.add(test.name)
    }
    const blind = all.filter((name) => !red.has(name))
    if (blind.length > 0) throw new Error(`Tests that found nothing wrong:\n${blind.join('\n')}`)
    return all.length
  } finally {
    await relay.close()
    await dock.close()
  }
}

/** What newman did, request by request; `starts` is told of each. */
function run(postman, starts = () => undefined) {
  return new Promise((resolve, reject) => {
    newman
      .run({ ...postman, reporters: [] }, (error, { run }) => (error ? reject(error) : resolve(run)))
      .on('beforeItem', (_, { item }) => starts(item.name))
  })
}

function testsIn({ executions }) {
  return executions.flatMap(({ item, assertions = [] }) =>
    assertions.map(({ assertion, error }) => ({
      name: `${item.name}: ${assertion}`,
      failed: error !== undefined,
    })),
  )
}

/** The tests of a run, which must all have passed. */
function greenTests(finished, when) {
  const { executions, failures } = finished
  const said = failures.map(
    ({ source, error }) => `${source?.name}: ${error.test ?? error.name}: ${error.message}`,
  )
  if (said.length > 0) throw new Error(`The collection fails ${when}:\n${said.join('\n')}`)
  const bare = executions.filter(({ assertions = [] }) => assertions.length === 0)
  if (bare.length > 0 || executions.length < 45) throw new Error(`Too little was tested ${when}.`)
  return [...new Set(testsIn(finished).map(({ name }) => name))]
}

/** Another status, other limits, always the same request, another type, a wait that is too long. */
function everyHead({ status, headers, body }) {
  return {
    status: status + 1,
    headers: {
      ...headers,
      'x-ratelimit-limit': '7',
      'x-ratelimit-remaining': '-1',
      'x-request-id': 'none',
      'content-type': 'text/plain',
      'retry-after': '61',
    },
    body,
  }
}

/** The last of what a body says is another kind of thing. */
function everyBody(answer) {
  const json = jsonOf(answer)
  const body = json === undefined ? 'no PDF' : JSON.stringify(withoutLastLeaf(json))
  return { ...answer, body: Buffer.from(body) }
}

function withoutLastLeaf(value) {
  const last = typeof value === 'object' && value !== null ? Object.keys(value).at(-1) : undefined
  if (last === undefined) return { odd: true }
  const inner = withoutLastLeaf(value[last])
  return Array.isArray(value) ? [...value.slice(0, -1), inner] : { ...value, [last]: inner }
}

/** Answers that are whole and wrong. */
function everyMeaning(answer, running) {
  const body = jsonOf(answer)
  if (body === undefined) return undefined
  if (body.error !== undefined) {
    for (const [name, wrong] of Object.entries(wrongErrors)) if (name in body.error) body.error[name] = wrong
    body.error.request_id = 'req_another'
  }
  wrongMeanings[running]?.(body)
  return { ...answer, body: Buffer.from(JSON.stringify(body)) }
}

const wrongErrors = { field: 'another', required_scope: 'wallet:read', suggestions: [] }

const wrongRates = (body) => {
  body.rates.reverse()
  delete body.failed_carriers
  body.rates = body.rates.filter(({ carrier }) => carrier !== 'DHL')
}
let others = 0
/** A text, or a number, that no answer had before. */
const another = () => `another-${++others}`
const more = () => ++others

const otherLabel = (body) => {
  body.tracking_number = another()
  body.rate_cents += more()
  body.carrier = another()
  body.sandbox = false
  body.void_status = body.void_status === null ? 'requested' : null
}
const otherTracker = (body) => {
  body.tracking_number = another()
  body.carrier = another()
  body.status = 'unknown'
  body.events.reverse()
}
const otherBatch = (body) => {
  body.total_cost_cents += more()
  body.estimated_completion_percentage = 101
}
/** What is read has another id; what is made keeps its own, or nothing could be read of it. */
const withOtherId = (change) => (body) => {
  body.id = another()
  change(body)
}

const wrongMeanings = {
  'Validate an address': (body) => {
    body.valid = false
  },
  'Quote rates': wrongRates,
  'One carrier down': wrongRates,
  'Buy a label': otherLabel,
  'Read a label': withOtherId(otherLabel),
  'Read the label that was voided': withOtherId(otherLabel),
  'Void a label': withOtherId(otherLabel),
  'Track a parcel': otherTracker,
  'Read a tracker': withOtherId(otherTracker),
  'Create a batch': otherBatch,
  'Buy a batch': withOtherId(otherBatch),
  'Read a batch': withOtherId(otherBatch),
  'Read the wallet': (body) => {
    body.unlimited = false
  },
  'List webhook deliveries': (body) => {
    body.deliveries = Array(51).fill({})
  },
}
