import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ActiveRule, Rule } from '../../../src/conformance/rule.ts'

/** A small service that tests of the conformance suite check. */
export interface ToyTarget {
  readonly url: string
  /** Method, path and Authorization of each request, in the order of arrival. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

type ToyResponse = { status?: number; json?: unknown; headers?: Record<string, string> } | 'reset' | 'silence'
type Answer = (request: IncomingMessage, body: string) => ToyResponse | Promise<ToyResponse>

/**
 * Opens a small target. The first requests of every run check whether a target distinguishes requests. Unless this
 * target is a stub target, it responds to them as a real service does, and does not list them in `requests`.
 */
export async function openToyTarget(
  answer: Answer,
  { isStub = false }: { readonly isStub?: boolean } = {},
): Promise<ToyTarget> {
  const requests: string[] = []
  const server = createServer(async (request, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const asked = isStub ? undefined : respondToFirstRequests(request)
    if (asked !== undefined) {
      response.writeHead(asked.status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ error: { code: asked.code } }))
      return
    }
    requests.push([request.method, request.url, request.headers.authorization].filter(Boolean).join(' '))
    const given = await answer(request, body)
    if (given === 'silence') return
    if (given === 'reset') {
      response.destroy()
      return
    }
    response.writeHead(given.status ?? 200, { 'Content-Type': 'application/json', ...given.headers })
    response.end(given.status === 204 ? undefined : JSON.stringify(given.json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respondToFirstRequests({ url = '', headers }: IncomingMessage) {
  if (url === '/v1/wallet' && headers.authorization === undefined) {
    return { status: 401, code: 'AUTH.KEY.MISSING' }
  }
  return url.endsWith('/lbl_000000000000000000000000') ? { status: 404, code: 'LABEL.NOT_FOUND' } : undefined
}

/** Makes a rule for tests. By default it reads the wallet and accepts any response. */
export function createToyRule(rule: Partial<ActiveRule> & Pick<ActiveRule, 'id'>): Rule {
  return {
    judges: ['ENDPOINTS-1'],
    title: 'Something is so.',
    section: 'Endpoints',
    endpoint: null,
    kind: 'active',
    needs: ['key:test'],
    requests: { getWallet: 1 },
    run: async (t) => {
      await t.call('getWallet')
    },
    ...rule,
  }
}

export const testKey = `pr_test_${'a1'.repeat(16)}`
export const liveKey = `pr_live_${'b2'.repeat(16)}`
