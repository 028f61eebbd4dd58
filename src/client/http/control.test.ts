import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createControlCaller } from './control.ts'
import { DrydockError } from './drydock-error.ts'
import { buildAccountStream } from './stream.ts'
import { UnreachableError } from './unreachable-error.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Starts a server that is no simulator, and returns its URL. */
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

describe('a call of the control protocol', () => {
  it('a control call sends its body as JSON, with the control token, to a path below /_drydock', async () => {
    const seen: unknown[] = []
    const account =
      '{"id": "é", "keys": {"test": null, "live": null}, "clock": {"now": "2030", "mode": "frozen", "rate": 1}}'
    const url = await startServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { authorization, 'content-type': type } = request.headers
      seen.push([request.method, request.url, authorization, type, body])
      response.end(account)
    })
    const responseTexts: string[] = []
    const control = createControlCaller({
      url: `${url}/base/`,
      token: 'sesame',
      onResponse: (text) => responseTexts.push(text),
    })
    expect(await control.fetchJson({ method: 'POST', path: '/accounts', body: { id: 'é' } })).toEqual(
      JSON.parse(account),
    )
    expect(seen).toEqual([
      ['POST', '/base/_drydock/accounts', 'Bearer sesame', 'application/json', '{"id":"é"}'],
    ])
    expect(responseTexts).toEqual([account])
  })

  it('a control call accepts an empty response if the documentation has no body for it', async () => {
    const url = await startServer((_, response) => response.writeHead(204).end())
    expect(await createControlCaller({ url }).send({ method: 'DELETE', path: '/accounts/a' })).toBeUndefined()
  })

  it('a control call refuses a response with a body if the documentation has no body for it', async () => {
    const url = await startServer((_, response) => response.end('<h1>Welcome</h1>'))
    const asked = createControlCaller({ url }).send({ method: 'DELETE', path: '/accounts/a' })
    await expect(asked).rejects.toThrow('DELETE /accounts/a has a body, although none is documented')
  })

  it.each([
    [
      'id: 1\nevent: clock\ndata: {}\n\n',
      /an event of its stream has an object .*none of the documented forms/,
    ],
    ['event: clock\ndata: {\n\n', /an event of its stream is not JSON/],
  ])('the event stream of the library refuses the undocumented event %j', async (event, says) => {
    const url = await startServer((_, response) => response.end(event))
    const events = buildAccountStream(createControlCaller({ url }), '/accounts/a')()
    await expect(events.next()).rejects.toThrow(says)
  })

  it('a control call throws a DrydockError for an error response', async () => {
    const error = {
      code: 'CONTROL.ACCOUNT.EXISTS',
      message: 'It exists.',
      suggestion: 'Another.',
      field: 'id',
    }
    const url = await startServer((_, response) => response.writeHead(409).end(JSON.stringify({ error })))
    const refusal = await createControlCaller({ url })
      .fetchJson({ method: 'POST', path: '/accounts' })
      .catch((reason: unknown) => reason)
    expect(refusal).toBeInstanceOf(DrydockError)
    expect(refusal).toMatchObject({
      code: error.code,
      suggestion: error.suggestion,
      status: 409,
      body: error,
    })
    expect(String(refusal)).toBe('DrydockError: It exists.')
  })

  it.each([
    [404, '<h1>Not found</h1>', /status 404/],
    [500, '{"error": "broken"}', /status 500/],
    [302, '', /status 302/],
    [404, '{"error": {}}', /status 404/],
    [404, 'null', /status 404/],
    [200, '<h1>Welcome</h1>', /its response to GET \/ is not JSON/],
    [200, '[]', /its response to GET \/ is a list, not an object/],
  ])(
    'a control call throws an UnreachableError for status %i with the body %j, which no simulator sends',
    async (status, body, says) => {
      const url = await startServer((_, response) => response.writeHead(status, { Location: '/' }).end(body))
      const asked = createControlCaller({ url }).fetchJson({ method: 'GET', path: '/' })
      await expect(asked).rejects.toThrow(UnreachableError)
      await expect(asked).rejects.toThrow(says)
    },
  )

  it('a control call reports a simulator without control protocol', async () => {
    const url = await startServer((_, response) =>
      response
        .writeHead(404)
        .end('{"error": {"code": "REQUEST.ROUTE.NOT_FOUND", "message": "Nothing here."}}'),
    )
    const asked = createControlCaller({ url }).fetchJson({ method: 'GET', path: '/accounts' })
    await expect(asked).rejects.toThrow(UnreachableError)
    await expect(asked).rejects.toThrow(
      'has no control protocol; perhaps it was started with drydock serve --no-control.',
    )
  })

  it('a control call rejects with an error that names the URL if nothing listens there, and rejects also if the response is cut off', async () => {
    const gone = 'http://127.0.0.1:9'
    await expect(createControlCaller({ url: gone }).fetchJson({ method: 'GET', path: '/' })).rejects.toThrow(
      `No simulator responds at ${gone}: the connection was refused.`,
    )
    const url = await startServer((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{')
      response.socket?.destroySoon()
    })
    await expect(createControlCaller({ url }).fetchJson({ method: 'GET', path: '/' })).rejects.toThrow(
      UnreachableError,
    )
  })
})
