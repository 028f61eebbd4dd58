import { createServer, type RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import document from '../../../schemas/openapi.json' with { type: 'json' }
import { ratesBody } from '../../../test/support/labels/parcels.ts'
import { type Drydock, startDrydock } from '../../index.ts'
import { createClient, NoResponseError, OptionsError, type ResponseFacts, ServiceError } from './index.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Starts a service that is no simulator, and returns its URL. */
async function startServer(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const key = 'pr_test_0123'

/** Returns the ServiceError or NoResponseError that a call rejects with. */
async function catchServiceError(call: Promise<unknown>): Promise<ServiceError | NoResponseError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ServiceError || error instanceof NoResponseError) return error
    throw error
  }
  throw new Error('The call succeeded.')
}

describe('createClient', () => {
  it('the typed client has a function for each operation of the OpenAPI document, with its method, path, body and key', async () => {
    const sent: unknown[] = []
    const client = createClient({
      baseUrl: 'https://api.example.com/',
      key,
      fetch: async (url, { method, headers, body }) => {
        sent.push([method, url, body, headers['Authorization']])
        return new Response('{}')
      },
    })
    const { items, ...shipment } = { ...ratesBody(), items: [] }
    const address = shipment.from_address
    await client.validateAddress(address)
    await client.createRates(shipment)
    await client.buyLabel({ rate_id: 'rate_1' })
    await client.getLabel('lbl_1')
    await client.voidLabel('lbl_1')
    await client.downloadLabel('a/b')
    await client.registerTracker({ tracking_number: '99990', carrier: 'UPS' })
    await client.getTracker('trk_1')
    await client.listCarrierAccounts()
    await client.createBatch({ items })
    await client.buyBatch('bat_1')
    await client.getBatch('bat_1')
    await client.getWallet()
    await client.listDeliveries()
    const expected: readonly (readonly [string, string, unknown?])[] = [
      ['POST', '/v1/addresses/validate', address],
      ['POST', '/v1/rates', shipment],
      ['POST', '/v1/labels', { rate_id: 'rate_1' }],
      ['GET', '/v1/labels/lbl_1'],
      ['DELETE', '/v1/labels/lbl_1'],
      ['GET', '/v1/labels/a%2Fb/download'],
      ['POST', '/v1/trackers', { tracking_number: '99990', carrier: 'UPS' }],
      ['GET', '/v1/trackers/trk_1'],
      ['GET', '/v1/carrier-accounts'],
      ['POST', '/v1/batches', { items: [] }],
      ['POST', '/v1/batches/bat_1/buy'],
      ['GET', '/v1/batches/bat_1'],
      ['GET', '/v1/wallet'],
      ['GET', '/v1/webhooks/deliveries'],
    ]
    expect(sent).toEqual(
      expected.map(([method, path, body]) => [
        method,
        `https://api.example.com${path}`,
        body === undefined ? undefined : JSON.stringify(body),
        `Bearer ${key}`,
      ]),
    )
    const documented = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) =>
        typeof operation === 'object' && 'operationId' in operation ? [operation.operationId] : [],
      ),
    )
    // The client has no method for sandbox PDFs: such a PDF needs no key, and its URL is the label's `label_url`.
    expect(Object.keys(client).sort()).toEqual(
      documented.filter((name) => name !== 'downloadSandboxLabel').sort(),
    )
  })
})

describe('a client of a simulator', () => {
  let dock: Drydock
  beforeAll(async () => {
    dock = await startDrydock({ seed: 7 })
  })
  afterAll(() => dock.close())

  it('the typed client quotes, buys, reads, downloads, tracks and voids a label', async () => {
    const account = await dock.createAccount()
    const client = account.client('live')
    const { residential } = await client.validateAddress(ratesBody().to_address)
    const { rates } = await client.createRates(ratesBody())
    const label = await client.buyLabel({ rate_id: rates[0]?.id ?? '' })
    expect(residential).toEqual(expect.any(Boolean))
    expect(label).toMatchObject({ sandbox: false, rate_cents: rates[0]?.rate_cents })
    expect(await client.getLabel(label.id)).toMatchObject({ id: label.id, void_status: null })
    expect(Buffer.from(await client.downloadLabel(label.id)).toString('latin1', 0, 5)).toBe('%PDF-')
    const tracker = await client.registerTracker(label)
    expect((await client.getTracker(tracker.id)).status).toBe('pre_transit')
    expect((await client.voidLabel(label.id)).void_status).toBe('requested')
    expect((await client.getWallet()).balance_cents).toBe(label.wallet_balance_after_cents)
    expect(await account.client().listDeliveries()).toEqual({ deliveries: [] })
  })

  it('the typed client creates and buys a batch', async () => {
    const client = dock.client()
    const { rates } = await client.createRates(ratesBody())
    const [{ carrier, service, rate_cents } = { carrier: '', service: '', rate_cents: 0 }] = rates
    const { id } = await client.createBatch({ items: [{ ...ratesBody(), carrier, service, rate_cents }] })
    await client.buyBatch(id)
    await dock.clock.advance('10s')
    expect(await client.getBatch(id)).toMatchObject({ status: 'completed', total_cost_cents: rate_cents })
  })

  it('the typed client rejects with the code, status, request id and further fields of an error response', async () => {
    const account = await dock.createAccount()
    const { key: limited } = await account.createKey({ environment: 'test', scopes: ['wallet:read'] })
    const client = createClient({ baseUrl: dock.url, key: limited })
    const error = await catchServiceError(client.createRates(ratesBody()))
    expect(error).toMatchObject({
      name: 'ServiceError',
      code: 'AUTH.KEY.INSUFFICIENT_SCOPE',
      status: 403,
      suggestion: expect.any(String),
      docsUrl: expect.stringContaining('/docs/errors#'),
      requiredScope: 'rates:read',
      retryAfterSeconds: undefined,
      body: { key_scopes: ['wallet:read'] },
    })
    expect(error.message).toMatch(
      /^AUTH\.KEY\.INSUFFICIENT_SCOPE: .* \(POST \/v1\/rates, status 403, req_\w+\)$/,
    )
  })

  it('the typed client rejects a 429 with an error that has the seconds to wait', async () => {
    const account = await dock.createAccount()
    await account.faults.add({ target: 'api', mode: 'rate_limited' })
    const error = await catchServiceError(account.client().getWallet())
    expect(error).toMatchObject({ code: 'AUTH.RATE_LIMIT.EXCEEDED', retryAfterSeconds: expect.any(Number) })
  })

  it('the typed client rejects an invalid field with an error that names the field', async () => {
    const { parcel, ...shipment } = ratesBody()
    const error = await catchServiceError(
      dock.client().createRates({ ...shipment, parcel: { ...parcel, weight_oz: -1 } }),
    )
    expect(error).toMatchObject({ code: 'VALIDATION.FIELD.INVALID', field: 'parcel.weight_oz' })
  })

  it('the option onResponse of the typed client receives the request id and the rate limit of each response', async () => {
    const facts: ResponseFacts[] = []
    await dock.client('test', { onResponse: (response) => facts.push(response) }).getWallet()
    expect(facts).toEqual([
      {
        operation: 'getWallet',
        status: 200,
        requestId: expect.stringMatching(/^req_/),
        rateLimit: { limit: 300, remaining: expect.any(Number), resetAt: expect.any(Number) },
      },
    ])
  })

  it('account.client() uses the new keys of its account after a snapshot was loaded', async () => {
    const [one, other] = [await dock.createAccount(), await dock.createAccount()]
    const client = one.client()
    await client.getWallet()
    const snapshot = await other.snapshot.save()
    await other.delete()
    await one.snapshot.load(snapshot)
    expect((await client.getWallet()).currency).toBe('USD')
  })
})

describe('the review of an account whose API always responds with 429', () => {
  let dock: Drydock
  beforeAll(async () => {
    dock = await startDrydock()
  })
  afterAll(() => dock.close())

  /**
   * Creates an account, runs `prepare`, makes the API of the account respond with 429, then runs `run`. Returns the ids
   * of the findings in the account's review.
   */
  async function findMistakes(
    run: (readWallet: () => Promise<unknown>) => Promise<unknown>,
    prepare: typeof run = async () => undefined,
  ): Promise<readonly string[]> {
    const account = await dock.createAccount()
    const client = account.client()
    const readWallet = () => client.getWallet().catch(() => undefined)
    await prepare(readWallet)
    await account.faults.add({ target: 'api', mode: 'rate_limited' })
    await run(readWallet)
    return (await account.review()).findings.map(({ id }) => id)
  }

  it('the review reports RETRY-AFTER-IGNORED if a typed client sends four requests without a pause', async () => {
    const found = await findMistakes(async (readWallet) => {
      for (let time = 0; time < 4; time += 1) await readWallet()
    })
    expect(found).toEqual(['RETRY-AFTER-IGNORED'])
  })

  it('the review does not report requests of a typed client that were all sent before the 429', async () => {
    const readAtOnce = (readWallet: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: 8 }, readWallet))
    expect(await findMistakes(readAtOnce, readAtOnce)).toEqual([])
  })
})

describe('a client of another service', () => {
  it('the typed client also returns fields, ids and carriers that the simulator does not have', async () => {
    const rates = { rates: [{ id: '17', carrier: 'Correos', extra: { deep: [1] } }], more: null }
    const url = await startServer((_, response) => response.end(JSON.stringify(rates)))
    expect(await createClient({ baseUrl: url, key }).createRates(ratesBody())).toEqual(rates)
  })

  it('the typed client calls its key function for each request', async () => {
    const seen: unknown[] = []
    const url = await startServer(({ headers }, response) => {
      seen.push(headers.authorization)
      response.end('{}')
    })
    let turn = 0
    const client = createClient({ baseUrl: url, key: async () => `pr_test_${++turn}` })
    await client.getWallet()
    await client.getWallet()
    expect(seen).toEqual(['Bearer pr_test_1', 'Bearer pr_test_2'])
  })

  it.each([
    [
      '<html>\n<h1>Bad gateway</h1></html>',
      'An error response without an error object: <html> <h1>Bad gateway</h1></html>',
    ],
    ['', 'An error response without a body.'],
    ['{"error": "odd"}', 'An error response without an error object: {"error": "odd"}'],
    ['{"error": {"code": 7, "message": "Down."}}', 'Down.'],
  ])(
    'the typed client rejects an error response without a readable error object: %j',
    async (text, message) => {
      const url = await startServer((_, response) => {
        response
          .writeHead(502, { 'X-Request-Id': 'req_9', 'Retry-After': 'Thu, 01 Jan 2032 00:00:00 GMT' })
          .end(text)
      })
      const error = await catchServiceError(createClient({ baseUrl: url, key }).getWallet())
      expect(error).toMatchObject({
        status: 502,
        code: undefined,
        requestId: 'req_9',
        retryAfterSeconds: undefined,
      })
      expect(error.message).toBe(`${message} (GET /v1/wallet, status 502, req_9)`)
    },
  )

  it('the typed client sends requests one after the other on one connection, also after errors', async () => {
    const connections = new Set<unknown>()
    let requests = 0
    const url = await startServer(({ socket }, response) => {
      connections.add(socket)
      response.writeHead(requests++ % 2 === 0 ? 429 : 200).end('{}')
    })
    const client = createClient({ baseUrl: url, key })
    for (let time = 0; time < 4; time += 1) await client.getWallet().catch(() => undefined)
    expect(connections.size).toBe(1)
  })

  it('the typed client follows no redirect, because that would send a purchase twice', async () => {
    let requests = 0
    const url = await startServer((_, response) => {
      requests += 1
      response.writeHead(307, { Location: '/v1/elsewhere' }).end()
    })
    const error = await catchServiceError(createClient({ baseUrl: url, key }).buyLabel({ rate_id: 'rate_1' }))
    expect([error, requests]).toEqual([expect.objectContaining({ status: 307 }), 1])
  })
})

const neverResponds: RequestListener = () => undefined

describe('a NoResponseError', () => {
  it.each([
    [
      'a cut connection',
      (_, response) => response.destroy(),
      /could be read: .*\. The service may have carried it out\.$/,
    ],
    [
      'a cut body',
      (_, response) => response.writeHead(201, { 'Content-Length': 9 }).write('{', () => response.destroy()),
      /could be read: /,
    ],
    [
      'a body that is not JSON',
      (_, response) => response.end('OK'),
      /its body, with status 200, is not JSON\. The service may/,
    ],
    ['a time limit without a response', neverResponds, /it took longer than 0\.05 seconds\. The service may/],
  ] satisfies [string, RequestListener, RegExp][])(
    'the typed client reports that a purchase may have been carried out after %s',
    async (_, respond, message) => {
      const client = createClient({ baseUrl: await startServer(respond), key })
      const error = await catchServiceError(
        client.buyLabel({ rate_id: 'rate_1' }, neverResponds === respond ? { timeoutMs: 50 } : {}),
      )
      expect(error).toMatchObject({ name: 'NoResponseError', mayBeCarriedOut: true })
      expect(error.message).toMatch(/^No response to POST \/v1\/labels could be read: /)
      expect(error.message).toMatch(message)
    },
  )

  it.each([
    ['a body that is not JSON', (_, response) => response.end('OK')],
    ['a time limit without a response', neverResponds],
  ] satisfies [string, RequestListener][])(
    'the typed client does not say that a GET may have been carried out after %s',
    async (_, respond) => {
      const client = createClient({ baseUrl: await startServer(respond), key, timeoutMs: 200 })
      const error = await catchServiceError(client.getWallet())
      expect(error).toMatchObject({ name: 'NoResponseError', mayBeCarriedOut: false })
      expect(error.message).toMatch(/^No response to GET \/v1\/wallet could be read: .*(not JSON|seconds)\.$/)
    },
  )

  it('the typed client reports that a purchase was not carried out if the connection was refused', async () => {
    const url = await startServer(() => undefined)
    await closers.pop()?.()
    const error = await catchServiceError(createClient({ baseUrl: url, key }).buyLabel({ rate_id: 'rate_1' }))
    expect(error).toMatchObject({ mayBeCarriedOut: false })
    expect(error.message).toBe('No response to POST /v1/labels could be read: the connection was refused.')
  })

  it('the typed client reports that a purchase was not carried out if fetch refuses the port', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', key })
    const error = await catchServiceError(client.buyLabel({ rate_id: 'rate_1' }))
    expect(error).toMatchObject({ mayBeCarriedOut: false })
    expect(error.message).toMatch(
      /^No response to .* could be read: fetch refuses to connect to this port\.$/,
    )
  })

  it('an aborted call of the typed client rejects with the reason of its signal', async () => {
    const abort = new AbortController()
    const url = await startServer(() => abort.abort(new Error('the user left')))
    const call = createClient({ baseUrl: url, key }).getWallet({ signal: abort.signal })
    await expect(call).rejects.toThrow('the user left')
  })
})

describe('invalid input of a client', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', key })
  const withoutType = (value: unknown) => Object([value])[0]

  it.each([
    [undefined, 'createClient takes an object such as { baseUrl, key }, not undefined.'],
    [{ baseUrl: 'api.example.com', key }, 'baseUrl must begin with http:// or https://'],
    [
      { baseUrl: 'https://api.example.com/v1', key },
      'baseUrl must end before /v1: write https://api.example.com',
    ],
    [
      { baseUrl: 'https://api.example.com' },
      'key must be an API key such as pr_test_…, or a function that returns one, not undefined.',
    ],
    [{ baseUrl: 'https://api.example.com', key: '' }, 'not an empty text.'],
    [
      { baseUrl: 'https://api.example.com', key, timeoutMs: 0 },
      'timeoutMs must be more than 0 milliseconds, not 0.',
    ],
    [{ baseUrl: 'https://api.example.com', key: 'a\nb' }, 'not a text with other characters.'],
    [
      { baseUrl: 'https://api.example.com', key, timeoutMs: 2 ** 33 },
      'timeoutMs must be at most 4294967295 milliseconds',
    ],
  ])('createClient refuses the options %j', (options, message) => {
    expect(() => createClient(withoutType(options))).toThrow(OptionsError)
    expect(() => createClient(withoutType(options))).toThrow(message)
  })

  it.each([
    [
      'an id that is undefined',
      () => client.getLabel(withoutType(undefined)),
      'getLabel takes an id as a text, not undefined.',
    ],
    [
      'an id that is an empty text',
      () => client.getTracker(''),
      'getTracker takes an id as a text, not an empty one.',
    ],
    [
      'a body that is a text',
      () => client.buyLabel(withoutType('rate_1')),
      'buyLabel takes an object such as',
    ],
    [
      'a negative time limit',
      () => client.getWallet({ timeoutMs: -1 }),
      'timeoutMs must be more than 0 milliseconds, not -1.',
    ],
    [
      'a key function that returns undefined',
      () => createClient({ baseUrl: 'http://127.0.0.1:9', key: () => withoutType(undefined) }).getWallet(),
      'the key that the function returned must be an API key such as pr_test_…',
    ],
  ])('the typed client refuses invalid input before it sends a request: %s', async (_, call, message) => {
    await expect(call()).rejects.toThrow(OptionsError)
    await expect(call()).rejects.toThrow(message)
  })
})
