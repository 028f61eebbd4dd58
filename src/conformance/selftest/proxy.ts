import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Agent, request as sendRequest } from 'undici'
import { isObject } from '../wire/fields.ts'
import { findOperation } from '../wire/operation.ts'
import type { Alteration, Wire } from './mutant.ts'
import { jsonOf, type WireRequest, type WireResponse, withSignedBody } from './wire.ts'

/** An altered service: everything goes through to a good one, but what the alteration changes. */
export interface AlteredService {
  readonly baseUrl: string
  /** How often something was changed. */
  readonly applied: () => number
  close(): Promise<void>
}

const hookPrefix = '/__hook/'

/** Puts an alteration between whoever calls and the good service at `upstreamUrl`; control calls go through as they are. */
export async function openAlteredService(
  upstreamUrl: string,
  alteration: Alteration,
): Promise<AlteredService> {
  const agent = new Agent({ connections: 64 })
  const hooks = new Map<string, { readonly url: string; secret: string }>()
  const accounts = new Map<string, string>()
  const advanced = new Map<string, number>()
  const hookOf = new Map<string, { readonly url: string; secret: string }>()
  let applied = 0
  let baseUrl = ''

  /** Links of the service lead through here, too. */
  const ledThrough = (body: Buffer): Buffer =>
    body.includes(upstreamUrl) ? Buffer.from(body.toString('utf8').replaceAll(upstreamUrl, baseUrl)) : body

  const upstream = async (request: WireRequest): Promise<WireResponse> => {
    const answer = await sendRequest(`${upstreamUrl}${request.path}`, {
      dispatcher: agent,
      method: methodOf(request.method),
      headers: { ...withoutHop(request.headers), host: new URL(baseUrl).host },
      body: request.body.length === 0 ? null : request.body,
    })
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !hopByHop.has(name))
        headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
    const body = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers, body: ledThrough(body) }
  }
  const control: Wire['control'] = async (method, path, body) => {
    const answer = await sendRequest(`${upstreamUrl}/_drydock${path}`, {
      dispatcher: agent,
      method: methodOf(method),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const wire: Wire = {
    upstream,
    control,
    accountOf: ({ headers }) => accounts.get((headers['authorization'] ?? '').replace(/^Bearer /, '')),
    emit: async (account, event) => {
      const hook = hookOf.get(account ?? '')
      if (hook === undefined) return
      const body = Buffer.from(JSON.stringify(event))
      const headers = { 'content-type': 'application/json' }
      const { headers: signed } = withSignedBody({ headers, body, secret: hook.secret }, body)
      const answer = await sendRequest(hook.url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...signed },
        body,
      })
      await answer.body.dump()
    },
    advancedMs: (account) => advanced.get(account ?? '') ?? 0,
    get baseUrl() {
      return baseUrl
    },
  }

  const serve = async (request: WireRequest): Promise<WireResponse> => {
    if (request.path.startsWith(hookPrefix)) return deliver(request)
    if (request.path.startsWith('/_drydock')) {
      const asked = alteration.controlRequest?.(request)
      const response = await passControl(asked ?? request)
      const changed = alteration.controlResponse?.(response)
      if (asked !== undefined || changed !== undefined) applied += 1
      return changed ?? response
    }
    const replaced = await alteration.request?.(request, wire)
    if (replaced !== undefined) applied += 1
    if (replaced !== undefined && 'status' in replaced) return replaced
    const sent = replaced ?? request
    const response = await upstream(sent)
    const changed = await alteration.response?.(response, sent, wire)
    if (changed !== undefined) applied += 1
    return changed ?? response
  }

  /** A webhook on its way to the harness. */
  const deliver = async (request: WireRequest): Promise<WireResponse> => {
    const hook = hooks.get(request.path.slice(hookPrefix.length))
    if (hook === undefined) return { status: 410, headers: {}, body: Buffer.alloc(0) }
    const sent = { headers: withoutHop(request.headers), body: request.body, secret: hook.secret }
    const delivery = withSignedBody(sent, ledThrough(request.body))
    const changed = await alteration.webhook?.(delivery, wire)
    if (changed !== undefined) applied += 1
    let status = 200
    for (const each of changed ?? [delivery]) {
      const sent = sendRequest(hook.url, {
        dispatcher: agent,
        method: each.method ?? 'POST',
        headers: { ...each.headers },
        body: each.body,
      })
      status = await sent.then(
        async (answer) => {
          await answer.body.dump()
          return answer.statusCode
        },
        () => 0,
      )
    }
    const reply = alteration.reply?.(status, delivery)
    if (reply !== undefined) applied += 1
    const told = reply ?? status
    if (told === 0) throw new Error('The inbox cut the connection, and so it is cut here.')
    return { status: told, headers: {}, body: Buffer.alloc(0) }
  }

  /** Control calls are noted and go on; a webhook URL is led through here. */
  const passControl = async (request: WireRequest): Promise<WireResponse> => {
    const [, account = '', call = ''] = /^\/_drydock\/accounts\/([^/]+)\/?(.*)$/.exec(request.path) ?? []
    if (request.method === 'PUT' && call === 'webhook') {
      const body = jsonOf(request)
      const token = `${hooks.size}`
      const hook = { url: isObject(body) ? String(body['url']) : '', secret: '' }
      hooks.set(token, hook)
      hookOf.set(account, hook)
      const led = Buffer.from(JSON.stringify({ url: `${baseUrl}${hookPrefix}${token}` }))
      const response = await upstream({ ...request, body: led })
      const answer = jsonOf(response)
      if (isObject(answer) && typeof answer['signing_secret'] === 'string') {
        hook.secret = answer['signing_secret']
      }
      return response
    }
    const response = await upstream(request)
    note(request, response, { account, call })
    if (call === 'clock/advance' && (await alteration.advanced?.(account, wire)) === true) applied += 1
    return response
  }

  const note = (
    request: WireRequest,
    response: WireResponse,
    { account, call }: { readonly account: string; readonly call: string },
  ): void => {
    const answer = jsonOf(response)
    if (!isObject(answer)) return
    const { keys } = answer
    if (request.path === '/_drydock/accounts' && isObject(keys) && typeof answer['id'] === 'string') {
      for (const key of Object.values(keys)) if (typeof key === 'string') accounts.set(key, answer['id'])
    }
    if (call === 'keys' && typeof answer['key'] === 'string') accounts.set(answer['key'], account)
    if (call === 'clock/advance') {
      const asked = jsonOf(request)
      const seconds = isObject(asked) ? asked['seconds'] : undefined
      if (typeof seconds === 'number') advanced.set(account, (advanced.get(account) ?? 0) + seconds * 1_000)
    }
  }

  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then(serve)
      .then(
        (response) => send(outgoing, response),
        () => outgoing.destroy(),
      )
  })
  baseUrl = await listen(server)
  return {
    baseUrl,
    applied: () => applied,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await agent.destroy()
    },
  }
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

function withoutHop(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name.toLowerCase())))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

function methodOf(text: string): (typeof methods)[number] {
  return methods.find((known) => known === text) ?? 'GET'
}

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const method = incoming.method ?? 'GET'
  const path = incoming.url ?? '/'
  const [bare = ''] = path.split('?')
  return { method, path, operation: findOperation(method, bare)?.name, headers, body: Buffer.concat(chunks) }
}

function send(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  const hasNoLength = status === 204 || status === 304 || 'transfer-encoding' in headers
  outgoing.writeHead(status, hasNoLength ? headers : { ...headers, 'content-length': body.length })
  outgoing.end(status === 204 || status === 304 ? undefined : body)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The altered service has no port.')
  return `http://127.0.0.1:${address.port}`
}
