import { Hono } from 'hono'
import { deriveSigningSecret } from '../simulator/accounts/accounts.ts'
import { createRequestId } from '../simulator/accounts/context.ts'
import { parseBearerToken } from '../simulator/requests/auth.ts'
import { refuseField } from '../simulator/requests/json-body.ts'
import { hintAtWord } from '../simulator/requests/similar-words.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import { checkSignature, signatureHeader } from '../simulator/webhooks/signature.ts'
import type { ControlRequest, ControlResponse, ControlRoute } from './control/route.ts'
import { controlRoutes } from './control/routes.ts'
import { controlBase } from './control-base.ts'
import { writeJsonPieces } from './http/json-pieces.ts'
import { createErrorResponse, createStandardHeaders, type HeaderList } from './http/prepared-response.ts'
import { createAllowHeader, createRouteNotFound } from './http/refusal.ts'
import {
  bodyLimitBytes,
  checkBodyEnd,
  type LargeBody,
  parseBody,
  type RequestBody,
  readBody,
  readLargeBody,
  readWholeBody,
} from './http/request-body.ts'
import { findRequestOrigin } from './http/request-origin.ts'
import { respond } from './http/respond.ts'
import { sendJson } from './http/send-json.ts'
import { commitBeforeRefusal, commitBeforeResponse } from './service/commit.ts'
import type { Bindings, HttpContext, ServerContext } from './service/exchange.ts'
import { listVariationIds } from './service/varied-service.ts'
import { EventStream, sendEvents } from './stream/event-stream.ts'
import { findOrCreateFeeds } from './stream/feeds.ts'
import type { TokenGate } from './token-gate.ts'
import { buildReceiverPath } from './webhooks/received-events.ts'

/** Returns the app that serves the control protocol, by which tests and the dashboard change the simulator. */
export function createControlApp(server: ServerContext, gate: TokenGate | undefined): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const methods = new Map<string, string[]>()
  for (const route of controlRoutes) {
    const pattern = controlBase + route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(pattern, [...(methods.get(pattern) ?? []), route.method])
    const handleCall = (http: HttpContext) => serveControlCall(server, { http, gate, route })
    app.on(route.method, pattern, handleCall)
    if (route.path === '/') app.on(route.method, controlBase, handleCall)
  }
  const receiver = buildReceiverPath(':account')
  methods.set(receiver, ['POST'])
  app.post(receiver, (http) => receiveWebhookEvent(server, { http, gate }))
  for (const [pattern, allowed] of methods) {
    const error = new ApiError('REQUEST.METHOD.NOT_ALLOWED')
    app.all(pattern.replace(/\/$/, ''), (http) => refuseControlCall(server, { http, gate, error, allowed }))
  }
  app.all(`${controlBase}/*`, (http) =>
    refuseControlCall(server, { http, gate, error: createRouteNotFound(server), allowed: [] }),
  )
  return app
}

interface Guarded {
  readonly http: HttpContext
  readonly gate: TokenGate | undefined
}

async function serveControlCall(
  server: ServerContext,
  { http, gate, route }: Guarded & { readonly route: ControlRoute },
): Promise<Response> {
  return respondOrRefuse(server, http, async ({ requestId, headers }) => {
    await requireControlToken(http, gate)
    checkQueryParameters(http, Object.keys(route.query?.shape ?? {}))
    const { body: sent, largeBody } = await readRouteBody(route, http)
    const body = restoreOriginalBody(server, sent)
    const contentType = http.env.incoming.headers['content-type']
    const asked: ControlRequest = {
      simulator: server.simulator,
      pauses: server.pauses,
      foreign: server.foreign,
      feeds: findOrCreateFeeds(server),
      conceal: server.conceal,
      variations: listVariationIds(server),
      urlAskedAt: findRequestOrigin(server, http),
      reviews: server.reviews,
      param: (name) => restoreOriginalId(server, http.req.param(name) ?? ''),
      query: (name) => http.req.query(name),
      header: (name) => http.req.header(name),
      json: () => (isEmptyBody(body) ? {} : parseBody(body, contentType)),
      largeJson: () => (largeBody === null || largeBody.isEmpty ? {} : largeBody.json(contentType)),
    }
    const runRoute = async (): Promise<ControlResponse> => route.run(asked)
    const { status, body: response } = await runRoute().finally(() => largeBody?.release())
    await commitBeforeResponse(server, requestId)
    if (response instanceof EventStream) return sendEvents(server, http, { headers, stream: response })
    if (response === undefined) return respond(http, { status, headers, body: null, errorCode: null })
    return sendJson(http, { status, headers, body: applyVariationsToBody(server, route, response) })
  })
}

/**
 * Matches the paths of calls whose responses show values exactly as a client sent them or as they are stored. Variations
 * do not change these responses.
 */
const exactPaths = /^\/accounts\/\{account\}\/(?:requests|snapshots?)\b/

/** Returns the body of a control response, with ids and names changed by variations as in responses of the service. */
function applyVariationsToBody({ varied }: ServerContext, { path }: ControlRoute, body: unknown): unknown {
  if (varied === undefined || exactPaths.test(path)) return body
  return JSON.parse(varied.changeControlJson([...writeJsonPieces(body)].join('')))
}

/** Returns the simulator's own id for an id in a path, which a variation may have changed for clients. */
function restoreOriginalId({ varied }: ServerContext, value: string): string {
  return varied === undefined
    ? value
    : varied.restoreControlRequest(`/${value}`, new Uint8Array()).path.slice(1)
}

/** Returns the body of a control call with the simulator's own ids and names in place of those that variations made. */
function restoreOriginalBody({ varied }: ServerContext, body: RequestBody | null): RequestBody | null {
  if (varied === undefined || body?.end !== 'whole') return body
  return { ...body, bytes: varied.restoreControlRequest('/', body.bytes).body }
}

/**
 * Reads the body of a call: as `largeBody` if the call has a `cutDepth`, else as `body`. A field that is not read is null;
 * for GET, both are null.
 */
async function readRouteBody(
  { method, bodyLimitBytes: limitBytes = bodyLimitBytes, cutDepth }: ControlRoute,
  { env: { incoming } }: HttpContext,
): Promise<{ readonly body: RequestBody | null; readonly largeBody: LargeBody | null }> {
  if (method === 'GET') return { body: null, largeBody: null }
  if (cutDepth === undefined) return { body: await readWholeBody(incoming, limitBytes), largeBody: null }
  return { body: null, largeBody: await readLargeBody(incoming, { limitBytes, cutDepth }) }
}

/**
 * Serves the simulator's own webhook receiver, which users can set if they have none. A valid signature is enough,
 * because a sender of webhooks has no control token.
 */
function receiveWebhookEvent(server: ServerContext, { http, gate }: Guarded): Promise<Response> {
  return respondOrRefuse(server, http, async ({ headers }) => {
    const { incoming } = http.env
    const body = await readBody(incoming, bodyLimitBytes)
    const name = http.req.param('account') ?? ''
    const isKnown = server.simulator.accounts().some(({ id }) => id === name)
    if (!isKnown || body.end !== 'whole') await requireControlToken(http, gate)
    const account = server.simulator.account(name)
    checkBodyEnd(body)
    const secret = account.state.webhook.get().signingSecret ?? deriveSigningSecret(account)
    const header = incoming.headers[signatureHeader.toLowerCase()]?.toString()
    const signature = checkSignature(body.bytes, { header, secret })
    server.received.add(account, signature, new TextDecoder().decode(body.bytes))
    if (signature === 'ok') return respond(http, { status: 204, headers, body: null, errorCode: null })
    await requireControlToken(http, gate)
    throw new ApiError('CONTROL.SIGNATURE.INVALID')
  })
}

/** Responds to a control call whose path or method is unknown with an error, after the check of the control token. */
function refuseControlCall(
  server: ServerContext,
  {
    http,
    gate,
    error,
    allowed,
  }: Guarded & {
    readonly error: ApiError
    readonly allowed: readonly string[]
  },
): Promise<Response> {
  return respondOrRefuse(server, http, async ({ requestId, headers }) => {
    await requireControlToken(http, gate)
    const response = createErrorResponse(error, {
      requestId,
      baseUrl: findRequestOrigin(server, http),
      headers: allowed.length === 0 ? headers : [...headers, ...createAllowHeader(allowed)],
    })
    return respond(http, response)
  })
}

/** Sends the response that `createResponse` returns. If it throws, sends the error as the response. */
async function respondOrRefuse(
  server: ServerContext,
  http: HttpContext,
  createResponse: (given: { readonly requestId: string; readonly headers: HeaderList }) => Promise<Response>,
): Promise<Response> {
  const context = server.simulator.defaultAccount
  const requestId = createRequestId(context, 'other')
  const headers = [...createStandardHeaders(context, requestId, null), 'Cache-Control', 'no-store']
  try {
    return await createResponse({ requestId, headers })
  } catch (error) {
    const refusal = await commitBeforeRefusal(server, requestId, error)
    return respond(
      http,
      createErrorResponse(refusal, { requestId, headers, baseUrl: findRequestOrigin(server, http) }),
    )
  }
}

function isEmptyBody(body: RequestBody | null): body is null {
  return body === null || body.bytes.length === 0
}

/** Throws VALIDATION.FIELD.INVALID with the name of a query parameter that is unknown or sent twice. */
function checkQueryParameters(http: HttpContext, knownNames: readonly string[]): void {
  for (const [name, values] of Object.entries(http.req.queries())) {
    if (!knownNames.includes(name)) {
      refuseField(
        name,
        knownNames.length === 0
          ? 'is unknown; this call takes no query parameters'
          : `is unknown; known are ${knownNames.join(', ')}${hintAtWord(name, knownNames)}`,
      )
    }
    if (values.length > 1) refuseField(name, 'must be given once')
  }
}

/**
 * Throws if a control token is required and the request does not have it. If an address has sent many wrong tokens, the
 * gate delays the refusal of the next wrong token.
 */
async function requireControlToken(http: HttpContext, gate: TokenGate | undefined): Promise<void> {
  if (gate === undefined) return
  const { headers, socket } = http.env.incoming
  const given = parseBearerToken(headers.authorization ?? '')
  const verdict = given === undefined ? 'wrong' : await gate.checkToken(socket.remoteAddress ?? '', given)
  if (verdict === 'wrong') throw new ApiError('CONTROL.TOKEN.INVALID')
  if (verdict === 'busy') {
    const message =
      'This address has too many waiting control calls, because it has sent wrong control tokens. Send the correct token.'
    throw new ApiError('REQUEST.CAPACITY.EXCEEDED', { message })
  }
}
