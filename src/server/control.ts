import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { signingSecretOf } from '../simulator/accounts/accounts.ts'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { refuseField } from '../simulator/requests/json-body.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import { judgeSignature, signatureHeader } from '../simulator/webhooks/signature.ts'
import { errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { commit, commitRefusal } from './commit.ts'
import type { ControlRoute } from './control/route.ts'
import { controlRoutes } from './control/routes.ts'
import { controlBase } from './control-base.ts'
import type { Bindings, HttpContext, ServerContext } from './exchange.ts'
import { receiverPath } from './received-events.ts'
import { allowHeader, routeNotFound } from './refusal.ts'
import { bodyLimitBytes, parseBody, parseLargeBody, type RequestBody, readBody } from './request-body.ts'
import { send } from './send.ts'
import { sendJson } from './send-json.ts'
import { EventStream, sendEvents } from './stream/event-stream.ts'
import { feedsOf } from './stream/feeds.ts'
import { urlAskedAt } from './url-asked-at.ts'

/** The control protocol: what a dashboard can do, and what only a sandbox can do. */
export function createControl(server: ServerContext, token: string | undefined): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const methods = new Map<string, string[]>()
  for (const route of controlRoutes) {
    const pattern = controlBase + route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(pattern, [...(methods.get(pattern) ?? []), route.method])
    const handler = (http: HttpContext) => serveControl(server, { http, token, route })
    app.on(route.method, pattern, handler)
    if (route.path === '/') app.on(route.method, controlBase, handler)
  }
  const receiver = receiverPath(':account')
  methods.set(receiver, ['POST'])
  app.post(receiver, (http) => receiveEvent(server, { http, token }))
  for (const [pattern, allowed] of methods) {
    const error = new ApiError('REQUEST.METHOD.NOT_ALLOWED')
    app.all(pattern, (http) => refuse(server, { http, token, error, allowed }))
  }
  app.all(`${controlBase}/*`, (http) =>
    refuse(server, { http, token, error: routeNotFound(server), allowed: [] }),
  )
  return app
}

interface Guarded {
  readonly http: HttpContext
  readonly token: string | undefined
}

async function serveControl(
  server: ServerContext,
  { http, token, route }: Guarded & { readonly route: ControlRoute },
): Promise<Response> {
  return answerWith(server, http, async ({ requestId, headers }) => {
    checkToken(http, token)
    checkQuery(http, Object.keys(route.query?.shape ?? {}))
    const hasBody = route.method !== 'GET'
    const body = hasBody ? await readBody(http.env.incoming, route.bodyLimitBytes ?? bodyLimitBytes) : null
    const { status, body: answer } = await route.run({
      simulator: server.simulator,
      pauses: server.pauses,
      foreign: server.foreign,
      feeds: feedsOf(server),
      conceal: server.conceal,
      urlAskedAt: urlAskedAt(server, http),
      param: (name) => http.req.param(name) ?? '',
      query: (name) => http.req.query(name),
      header: (name) => http.req.header(name),
      json: () => (isEmpty(body) ? {} : parseBody(body, http.env.incoming.headers['content-type'])),
      *largeJson() {
        return isEmpty(body) ? {} : yield* parseLargeBody(body, http.env.incoming.headers['content-type'])
      },
    })
    await commit(server, requestId)
    if (answer instanceof EventStream) return sendEvents(http, headers, answer)
    if (answer === undefined) return send(http, { status, headers, body: null, errorCode: null })
    return sendJson(http, { status, headers, body: answer })
  })
}

/**
 * Receives an event of an account, as a client of the service would. Its signature tells whether to believe it, and
 * stands for the token, which a sender of webhooks does not have.
 */
function receiveEvent(server: ServerContext, { http, token }: Guarded): Promise<Response> {
  return answerWith(server, http, async ({ headers }) => {
    const { incoming } = http.env
    const { bytes, isTooLarge } = await readBody(incoming, bodyLimitBytes)
    const name = http.req.param('account') ?? ''
    const isKnown = server.simulator.accounts().some(({ id }) => id === name)
    if (!isKnown || isTooLarge) checkToken(http, token)
    const account = server.simulator.account(name)
    if (isTooLarge) throw new ApiError('REQUEST.BODY.TOO_LARGE')
    const secret = account.state.webhook.get().signingSecret ?? signingSecretOf(account)
    const header = incoming.headers[signatureHeader.toLowerCase()]?.toString()
    const signature = judgeSignature(bytes, { header, secret })
    server.received.add(account, signature, new TextDecoder().decode(bytes))
    if (signature === 'ok') return send(http, { status: 204, headers, body: null, errorCode: null })
    checkToken(http, token)
    throw new ApiError('CONTROL.SIGNATURE.INVALID')
  })
}

function refuse(
  server: ServerContext,
  {
    http,
    token,
    error,
    allowed,
  }: Guarded & {
    readonly error: ApiError
    readonly allowed: readonly string[]
  },
): Promise<Response> {
  return answerWith(server, http, ({ requestId, headers }) => {
    checkToken(http, token)
    const answer = errorAnswer(server.simulator.defaultAccount, error, {
      requestId,
      headers: allowed.length === 0 ? headers : [...headers, ...allowHeader(allowed)],
    })
    return Promise.resolve(send(http, answer))
  })
}

async function answerWith(
  server: ServerContext,
  http: HttpContext,
  make: (given: { readonly requestId: string; readonly headers: HeaderList }) => Promise<Response>,
): Promise<Response> {
  const context = server.simulator.defaultAccount
  const requestId = nextRequestId(context, 'other')
  const headers = [...standardHeaders(context, requestId, null), 'Cache-Control', 'no-store']
  try {
    return await make({ requestId, headers })
  } catch (error) {
    const refusal = await commitRefusal(server, requestId, error)
    return send(http, errorAnswer(context, refusal, { requestId, headers }))
  }
}

function isEmpty(body: RequestBody | null): body is null {
  return body === null || (body.bytes.length === 0 && !body.isTooLarge)
}

/** Query parameters are as strict as body fields: unknown ones are refused by name. */
function checkQuery(http: HttpContext, known: readonly string[]): void {
  for (const [name, values] of Object.entries(http.req.queries())) {
    if (!known.includes(name)) {
      refuseField(
        name,
        known.length === 0
          ? 'is unknown; there is no query here'
          : `is unknown; known are ${known.join(', ')}`,
      )
    }
    if (values.length > 1) refuseField(name, 'must be given once')
  }
}

function checkToken(http: HttpContext, token: string | undefined): void {
  if (token === undefined) return
  const given = http.env.incoming.headers.authorization ?? ''
  if (!sameText(given, `Bearer ${token}`)) throw new ApiError('CONTROL.TOKEN.INVALID')
}

/** Takes the same time whether or not the texts differ early. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
