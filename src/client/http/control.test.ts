import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { openControl } from './control.ts'
import { DrydockError } from './drydock-error.ts'
import { openStream } from './stream.ts'
import { UnreachableError } from './unreachable-error.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Returns a server that is no simulator. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

describe('a control call', () => {
  it("sends its body as JSON, with the token, below the protocol's base", async () => {
    const seen: unknown[] = []
    const account =
      '{"id": "é", "keys": {"test": null, "live": null}, "clock": {"now": "2030", "mode": "frozen", "rate": 1}}'
    const url = await listen(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { authorization, 'content-type': type } = request.headers
      seen.push([request.method, request.url, authorization, type, body])
      response.end(account)
    })
    const answers: string[] = []
    const control = openControl({
      url: `${url}/base/`,
      token: 'sesame',
      onResponse: (text) => answers.push(text),
    })
    expect(await control.ask({ method: 'POST', path: '/accounts', body: { id: 'é' } })).toEqual(
      JSON.parse(account),
    )
    expect(seen).toEqual([
      ['POST', '/base/_drydock/accounts', 'Bearer sesame', 'application/json', '{"id":"é"}'],
    ])
    expect(answers).toEqual([account])
  })

  it('accepts an empty response if none is documented', async () => {
    const url = await listen((_, response) => response.writeHead(204).end())
    expect(await openControl({ url }).tell({ method: 'DELETE', path: '/accounts/a' })).toBeUndefined()
  })

  it('refuses a response with a body if none is documented', async () => {
    const url = await listen((_, response) => response.end('<h1>Welcome</h1>'))
    const asked = openControl({ url }).tell({ method: 'DELETE', path: '/accounts/a' })
    await expect(asked).rejects.toThrow('DELETE /accounts/a has a body where none is due')
  })

  it.each([
    [
      'id: 1\nevent: clock\ndata: {}\n\n',
      /an event of its stream has an object .*none of the documented forms/,
    ],
    ['event: clock\ndata: {\n\n', /an event of its stream is no JSON/],
  ])('refuses the event %j of a stream', async (event, says) => {
    const url = await listen((_, response) => response.end(event))
    const events = openStream(openControl({ url }), '/accounts/a')()
    await expect(events.next()).rejects.toThrow(says)
  })

  it('throws a DrydockError for an error response', async () => {
    const error = {
      code: 'CONTROL.ACCOUNT.EXISTS',
      message: 'It exists.',
      suggestion: 'Another.',
      field: 'id',
    }
    const url = await listen((_, response) => response.writeHead(409).end(JSON.stringify({ error })))
    const refusal = await openControl({ url })
      .ask({ method: 'POST', path: '/accounts' })
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
    [200, '<h1>Welcome</h1>', /its response to GET \/ is no JSON/],
    [200, '[]', /its response to GET \/ is a list, not an object/],
  ])(
    'throws an UnreachableError for status %i with %j, which no simulator sends',
    async (status, body, says) => {
      const url = await listen((_, response) => response.writeHead(status, { Location: '/' }).end(body))
      const asked = openControl({ url }).ask({ method: 'GET', path: '/' })
      await expect(asked).rejects.toThrow(UnreachableError)
      await expect(asked).rejects.toThrow(says)
    },
  )

  it('reports a simulator without control protocol', async () => {
    const url = await listen((_, response) =>
      response
        .writeHead(404)
        .end('{"error": {"code": "REQUEST.ROUTE.NOT_FOUND", "message": "Nothing here."}}'),
    )
    const asked = openControl({ url }).ask({ method: 'GET', path: '/accounts' })
    await expect(asked).rejects.toThrow(UnreachableError)
    await expect(asked).rejects.toThrow('has no control protocol, as with drydock serve --no-control.')
  })

  it('names the URL if nothing listens or the response is cut off', async () => {
    const gone = 'http://127.0.0.1:9'
    await expect(openControl({ url: gone }).ask({ method: 'GET', path: '/' })).rejects.toThrow(
      `No simulator answers at ${gone}: the connection was refused.`,
    )
    const url = await listen((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{')
      response.socket?.destroySoon()
    })
    await expect(openControl({ url }).ask({ method: 'GET', path: '/' })).rejects.toThrow(UnreachableError)
  })
})
