// Runs the Postman collection with newman against the built simulator. It must pass four times in a row, and each of
// its tests must fail if the simulator responds wrongly.
import newman from 'newman'
import { startDrydock } from '../../dist/index.js'
import { openRelay, parseJsonBody } from './relay.mjs'

export async function runCollection() {
  const dock = await startDrydock()
  const relay = await openRelay(dock.url)
  try {
    const read = async (part) => (await fetch(`${relay.url}/postman/${part}.json`)).json()
    const postman = { collection: await read('collection'), environment: await read('environment') }
    const all = listPassedTests(await runNewman(postman), 'as it is')
    // The requests exceed the rate limits of a minute, but the first step of the collection renews the limits.
    for (const time of ['second', 'third', 'fourth'])
      listPassedTests(await runNewman(postman), `the ${time} time`)
    const red = new Set()
    for (const alter of [spoilStatusAndHeaders, replaceLastValue]) {
      await dock.reset()
      relay.change = (response, { path }) => (path.startsWith('/v1/') ? alter(response) : undefined)
      for (const test of listTests(await runNewman(postman))) if (test.failed) red.add(test.name)
    }
    const blind = all.filter((name) => !red.has(name))
    if (blind.length > 0) throw new Error(`Tests that found nothing wrong:\n${blind.join('\n')}`)
    return all.length
  } finally {
    await relay.close()
    await dock.close()
  }
}

/** Runs the collection with newman and returns what happened, request by request. */
function runNewman(postman) {
  return new Promise((resolve, reject) => {
    newman.run({ ...postman, reporters: [] }, (error, { run }) => (error ? reject(error) : resolve(run)))
  })
}

function listTests({ executions }) {
  return executions.flatMap(({ item, assertions = [] }) =>
    assertions.map(({ assertion, error }) => ({
      name: `${item.name}: ${assertion}`,
      failed: error !== undefined,
    })),
  )
}

/** Returns the tests of a run, which must all have passed. */
function listPassedTests(finished, when) {
  const { executions, failures } = finished
  const said = failures.map(
    ({ source, error }) => `${source?.name}: ${error.test ?? error.name}: ${error.message}`,
  )
  if (said.length > 0) throw new Error(`The collection fails ${when}:\n${said.join('\n')}`)
  const bare = executions.filter(({ assertions = [] }) => assertions.length === 0)
  if (bare.length > 0 || executions.length < 45) throw new Error(`Too little was tested ${when}.`)
  return [...new Set(listTests(finished).map(({ name }) => name))]
}

/**
 * Changes of status, rate limits, request id, content type or Retry-After in a response. The tests of the Postman
 * collection must notice each.
 */
function spoilStatusAndHeaders({ status, headers, body }) {
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

/** Replaces the last value of a body by one of another type. */
function replaceLastValue(response) {
  const json = parseJsonBody(response)
  const body = json === undefined ? 'no PDF' : JSON.stringify(replaceLastLeaf(json))
  return { ...response, body: Buffer.from(body) }
}

function replaceLastLeaf(value) {
  const last = typeof value === 'object' && value !== null ? Object.keys(value).at(-1) : undefined
  if (last === undefined) return { odd: true }
  const inner = replaceLastLeaf(value[last])
  return Array.isArray(value) ? [...value.slice(0, -1), inner] : { ...value, [last]: inner }
}
