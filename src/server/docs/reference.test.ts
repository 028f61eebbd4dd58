import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import operationTable from '../../../fixtures/spec/operations.json' with { type: 'json' }
import { readCodeBlock, toShownText } from '../../../test/support/labels/shown-page.ts'
import { TestClient } from '../../../test/support/test-client.ts'
import { errorCodes } from '../../simulator/specification/errors.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'
import { listUnusedCalls } from './model/calls.ts'
import { renderErrorScript } from './model/error-recipes.ts'
import { errors } from './model/errors.ts'
import { operations } from './model/operations.ts'
import { buildOperationPath } from './model/search.ts'

let open: DrydockServer
let uncontrolled: DrydockServer
beforeAll(async () => {
  open = await startDrydockServer({ port: 0 })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
})
afterAll(() => Promise.all([open.close(), uncontrolled.close()]))

async function read({ url }: DrydockServer, path: string): Promise<string> {
  const { status, bytes } = await new TestClient(url).send({ path })
  expect({ path, status }).toEqual({ path, status: 200 })
  return bytes.toString()
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'drydock-reference-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runInShell = (script: string) => run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })

it('the first page of the reference links the OpenAPI documents', async () => {
  for (const server of [open, uncontrolled]) {
    const page = await read(server, '/docs')
    for (const path of ['/openapi.json', '/openapi.yaml', '/arazzo.json'])
      expect(page).toContain(`href="${path}"`)
  }
})

describe('every link of the reference leads somewhere', () => {
  /** Reads page after page and returns the links without a target. */
  async function findDeadLinks(server: DrydockServer): Promise<readonly string[]> {
    const pages = new Map<string, Set<string>>()
    const links: { from: string; to: string; anchor: string }[] = []
    const foreign: string[] = []
    const waiting = ['/docs']
    for (const path of waiting) {
      if (pages.has(path)) continue
      const html = await read(server, path)
      if (html.includes('127.0.0.1:4010')) foreign.push(path)
      pages.set(path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => toShownText(id))))
      for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
        const { origin, pathname, search, hash } = new URL(toShownText(href), server.url + path)
        if (origin !== new URL(server.url).origin) continue
        links.push({ from: path, to: pathname + search, anchor: decodeURIComponent(hash.slice(1)) })
        if (pathname === '/docs' || pathname.startsWith('/docs/')) waiting.push(pathname + search)
        else if (!pages.has(pathname) && !pathname.startsWith('/dashboard')) {
          await read(server, pathname)
          pages.set(pathname, new Set())
        }
      }
    }
    expect(foreign, "pages with an address that is not the reader's").toEqual([])
    expect(pages.size).toBeGreaterThan(100)
    return links
      .filter(({ to }) => !to.startsWith('/dashboard') || server === uncontrolled)
      .filter(({ to, anchor }) => anchor !== '' && pages.get(to)?.has(anchor) !== true)
      .map(({ from, to, anchor }) => `${from} -> ${to}#${anchor}`)
  }

  it('every link leads somewhere if there is a dashboard', async () => {
    expect(await findDeadLinks(open)).toEqual([])
  })

  it('every link leads somewhere without a control protocol, and none leads to it', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/webhooks']) {
      const html = await read(uncontrolled, path)
      expect(html).not.toMatch(/href="(\/dashboard|\/_drydock|\/postman)/)
    }
  })
})

describe('an operation has a page', () => {
  it('each of the thirteen operations and the two downloads has a page', () => {
    const names = Object.keys(operationTable)
    expect(operations.map(({ name }) => name).sort()).toEqual(
      [...names, 'downloadLabel', 'downloadSandboxLabel'].sort(),
    )
    expect(listUnusedCalls()).toEqual([])
  })

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'the call on the page of %s runs unchanged in a shell',
    async (_, operation) => {
      const html = await read(open, buildOperationPath(operation))
      // Shown samples ignore an error status; this test fails on it.
      const failing = 'curl() { command curl --fail-with-body "$@"; }'
      const { stdout } = await runInShell(`${failing}\n${readCodeBlock(html, 'The call')}`)
      if (operation.response.type === 'application/pdf') expect(stdout).toBe('')
      else
        expect(Object.keys(JSON.parse(stdout))).toEqual(expect.arrayContaining([...listTopFields(operation)]))
    },
  )

  /** Returns the top-level fields that every response has. */
  function listTopFields({ response }: (typeof operations)[number]): readonly string[] {
    return response.fields
      .filter(({ depth, isRequired }) => depth === 0 && isRequired)
      .map(({ name }) => name)
  }

  it("an operation's page has its scope, limit, fields and errors", async () => {
    for (const operation of operations) {
      const html = await read(open, buildOperationPath(operation))
      const { scope, limit, request, response, parameters, codes } = operation
      if (scope !== null) expect(html).toContain(`<code>${scope}</code>`)
      expect(html).toContain(`${limit.requests} requests a minute`)
      for (const code of codes) expect(html).toContain(`href="/docs/errors/${code}"`)
      const parts = { path: parameters, request: request?.fields ?? [], answer: response.fields }
      for (const [part, fields] of Object.entries(parts))
        for (const { path, description } of fields) {
          expect(html).toContain(`id="${part}-${path.replaceAll('[]', '')}"`)
          expect(description, path).not.toBe('')
        }
    }
  })
})

it("an event's page has a signature that fits the body, at every address", async () => {
  const html = await read(open, '/docs/webhooks')
  const [signature, secret] = [/PR-Signature: (sha256=\w+)/, /<code>(whsec_\w+)<\/code>/].map(
    (pattern) => pattern.exec(html)?.[1] ?? '',
  )
  const body = readCodeBlock(html, 'The body')
  expect(JSON.parse(body).data.label_url).toContain(open.url)
  expect(signature).toBe(
    `sha256=${createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex')}`,
  )
  // The field beside it says the same.
  expect([...html.matchAll(/sha256=[0-9a-f]{64}/g)].map(([shown]) => shown)).toEqual([signature, signature])
})

it("an error's page says what a client does, in its own words", () => {
  const texts = errors.map(({ handling }) => handling)
  expect(new Set(texts).size).toBe(errors.length)
  for (const { code, handling, suggestion, message } of errors) {
    expect([code, handling.length > 40]).toEqual([code, true])
    expect(handling).not.toContain(suggestion)
    expect(handling).not.toContain(message)
  }
})

describe('an error is met by the script on its page', () => {
  const nobody = { url: '', key: '', liveKey: '', account: '', isOpen: true }

  it('the script on the page of each service error reproduces it', async () => {
    expect(errorCodes.filter((code) => renderErrorScript(code, nobody) === undefined)).toEqual([])
  })

  const met = errors.filter(({ code }) => renderErrorScript(code, nobody) !== undefined)
  it.each(met.map(({ code }) => code))('the script on the page of %s gets this error', async (code) => {
    await new TestClient(open.url).read({ method: 'POST', path: '/_drydock/accounts/default/reset' })
    const html = await read(open, `/docs/errors/${code}`)
    const { stdout } = await runInShell(readCodeBlock(html, 'A script that reproduces it'))
    expect(JSON.parse(stdout)).toMatchObject({ error: { code } })
  })

  it('a page without a control protocol has no script that needs it', async () => {
    expect(await read(uncontrolled, '/docs/errors/LABEL.VOID.INELIGIBLE')).not.toContain('_drydock')
    expect(await read(uncontrolled, '/docs/errors/RATE.NOT_FOUND')).toContain('A script that reproduces it')
  })
})

describe('the search', () => {
  const findFirstResult = async (query: string) => {
    const html = await read(open, `/docs/search?q=${encodeURIComponent(query)}`)
    return [
      ...(/<ul class="results">[\s\S]*?<\/ul>/.exec(html)?.[0].matchAll(/<a href="([^"]*)"/g) ?? []),
    ].map(([, href = '']) => href)
  }

  it.each([
    ['quote rates', '/docs/operations/createRates'],
    ['/v1/batches/{id}/buy', '/docs/operations/buyBatch'],
    ['rate.expired', '/docs/errors/RATE.EXPIRED'],
    ['failed_carriers', '/docs/operations/createRates#answer-failed_carriers'],
    ['probability', '/docs/faults#which-fields-does-a-fault-have'],
    ['99994', '/docs/magic-values#what-can-a-tracking-number-cause'],
    ['all carriers failed', '/docs/choices#26'],
    ['clock advance', '/docs/time#how-do-i-move-time'],
    ['hexdigest', '/docs/webhooks#how-do-i-verify-a-signature'],
    ['advance the clock', '/docs/control-protocol/advanceClock'],
    ['/faults/{fault}', '/docs/control-protocol/removeFault'],
    ['starts_in', '/docs/control-protocol/addFault#request-starts_in'],
    ['429', '/docs/errors/AUTH.RATE_LIMIT.EXCEEDED'],
    ['401', '/docs/errors/AUTH.KEY.MISSING'],
    ['PR-Signature', '/docs/webhooks#header-PR-Signature'],
    ['Retry-After', '/docs/keys#limits'],
    ['rate limits', '/docs/keys#limits'],
    ['scopes', '/docs/keys#scopes'],
    ['authorization bearer', '/docs/keys#keys'],
    ['cancel a label', '/docs/operations/voidLabel'],
    ['idempotency', '/docs/choices#28'],
  ])('the search finds %s', async (query, href) => {
    expect((await findFirstResult(query)).slice(0, 8)).toContain(href)
  })

  it('the search says that nothing was found and shows the query as text', async () => {
    const html = await read(open, `/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(html).toContain('No page has all of these words.')
    expect(await read(open, '/docs/search?q=label')).toContain('The 40 best results.')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  it('the search returns a part of a page while somebody types', async () => {
    const path = '/docs/search?q=expired'
    const { bytes } = await new TestClient(open.url).send({ path, headers: { 'HX-Request': 'true' } })
    expect(bytes.toString()).toMatch(/^<div class="found-box">/)
    expect(bytes.toString()).toContain('href="/docs/search?q=expired"')
  })
})
