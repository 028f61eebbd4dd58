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

async function readPage({ url }: DrydockServer, path: string): Promise<string> {
  const { status, bytes } = await new TestClient(url).send({ path })
  expect({ path, status }).toEqual({ path, status: 200 })
  return bytes.toString()
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'drydock-reference-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runInShell = (script: string) => run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })

it('the first page of the API reference links the OpenAPI and Arazzo documents', async () => {
  for (const server of [open, uncontrolled]) {
    const page = await readPage(server, '/docs')
    for (const path of ['/openapi.json', '/openapi.yaml', '/arazzo.json'])
      expect(page).toContain(`href="${path}"`)
  }
})

describe('the links of the reference', () => {
  /** Opens all pages that links lead to, and returns the links whose target does not exist. */
  async function findDeadLinks(server: DrydockServer): Promise<readonly string[]> {
    const pages = new Map<string, Set<string>>()
    const links: { from: string; to: string; anchor: string }[] = []
    const foreign: string[] = []
    const waiting = ['/docs']
    for (const path of waiting) {
      if (pages.has(path)) continue
      const html = await readPage(server, path)
      if (html.includes('127.0.0.1:4010')) foreign.push(path)
      pages.set(path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => toShownText(id))))
      for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
        const { origin, pathname, search, hash } = new URL(toShownText(href), server.url + path)
        if (origin !== new URL(server.url).origin) continue
        links.push({ from: path, to: pathname + search, anchor: decodeURIComponent(hash.slice(1)) })
        if (pathname === '/docs' || pathname.startsWith('/docs/')) waiting.push(pathname + search)
        else if (!pages.has(pathname) && !pathname.startsWith('/dashboard')) {
          await readPage(server, pathname)
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

  it('every link from the API reference to its own pages and files has a target', async () => {
    expect(await findDeadLinks(open)).toEqual([])
  })

  it('the API reference has no link to the control protocol if that is off', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/webhooks']) {
      const html = await readPage(uncontrolled, path)
      expect(html).not.toMatch(/href="(\/dashboard|\/_drydock|\/postman)/)
    }
  })
})

describe('the page of an operation', () => {
  it('the API reference has a page for each of the thirteen operations and the two downloads', () => {
    const names = Object.keys(operationTable)
    expect(operations.map(({ name }) => name).sort()).toEqual(
      [...names, 'downloadLabel', 'downloadSandboxLabel'].sort(),
    )
    expect(listUnusedCalls()).toEqual([])
  })

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'the curl command on the API reference page of %s runs unchanged in a shell',
    async (_, operation) => {
      const html = await readPage(open, buildOperationPath(operation))
      // The scripts on the pages ignore an error status. With this function in place of curl, they end with an error.
      const failing = 'curl() { command curl --fail-with-body "$@"; }'
      const { stdout } = await runInShell(`${failing}\n${readCodeBlock(html, 'The call')}`)
      if (operation.response.type === 'application/pdf') expect(stdout).toBe('')
      else
        expect(Object.keys(JSON.parse(stdout))).toEqual(
          expect.arrayContaining([...listRequiredFields(operation)]),
        )
    },
  )

  /** Returns the names of the top-level fields that every response of an operation has. */
  function listRequiredFields({ response }: (typeof operations)[number]): readonly string[] {
    return response.fields
      .filter(({ depth, isRequired }) => depth === 0 && isRequired)
      .map(({ name }) => name)
  }

  function describeNeed(part: string, isRequired: boolean): string {
    if (part === 'answer') return isRequired ? 'always' : 'may be absent'
    return isRequired ? 'required' : 'optional'
  }

  it("the API reference page of an operation has the operation's scope, rate limit, fields and errors", async () => {
    for (const operation of operations) {
      const html = await readPage(open, buildOperationPath(operation))
      const { scope, limit, request, response, parameters, codes } = operation
      if (scope !== null) expect(html).toContain(`<code>${scope}</code>`)
      expect(html).toContain(`${limit.requests} requests a minute`)
      for (const code of codes) expect(html).toContain(`href="/docs/errors/${code}"`)
      const parts = { path: parameters, request: request?.fields ?? [], answer: response.fields }
      for (const [part, fields] of Object.entries(parts))
        for (const { path, name, type, isRequired, description } of fields) {
          const [, row = ''] = html.split(`<tr id="${part}-${path.replaceAll('[]', '')}"`)
          const cells = [...row.slice(0, row.indexOf('</tr>')).matchAll(/<td>(.*?)<\/td>/g)]
          expect(
            cells.map(([, cell = '']) => toShownText(cell)),
            path,
          ).toEqual([
            name,
            type,
            describeNeed(part, isRequired),
            expect.stringContaining(description.replaceAll('`', '')),
          ])
          expect(description, path).not.toBe('')
        }
    }
  })
})

it('the webhooks page of the API reference shows the correct signature of the shown body, which contains the URL of the simulator', async () => {
  const html = await readPage(open, '/docs/webhooks')
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
  // The page shows the signature twice: in the sample request and in the list of headers.
  expect([...html.matchAll(/sha256=[0-9a-f]{64}/g)].map(([shown]) => shown)).toEqual([signature, signature])
})

it('the API reference says for each error how to handle it, and no two of these texts are equal', () => {
  const texts = errors.map(({ handling }) => handling)
  expect(new Set(texts).size).toBe(errors.length)
  for (const { code, handling, suggestion, message } of errors) {
    expect([code, handling.length > 40]).toEqual([code, true])
    expect(handling).not.toContain(suggestion)
    expect(handling).not.toContain(message)
  }
})

describe('the script on the page of an error', () => {
  const nobody = { url: '', key: '', liveKey: '', account: '', isOpen: true }

  it('the API reference page of each error of the service has a script that reproduces the error', async () => {
    expect(errorCodes.filter((code) => renderErrorScript(code, nobody) === undefined)).toEqual([])
  })

  const reproducible = errors.filter(({ code }) => renderErrorScript(code, nobody) !== undefined)
  it.each(reproducible.map(({ code }) => code))(
    'the script on the API reference page of the error %s causes this error',
    async (code) => {
      await new TestClient(open.url).read({ method: 'POST', path: '/_drydock/accounts/default/reset' })
      const html = await readPage(open, `/docs/errors/${code}`)
      const { stdout } = await runInShell(readCodeBlock(html, 'A script that reproduces it'))
      expect(JSON.parse(stdout)).toMatchObject({ error: { code } })
    },
  )

  it('without a control protocol, the API reference has no script that needs the control protocol', async () => {
    expect(await readPage(uncontrolled, '/docs/errors/LABEL.VOID.INELIGIBLE')).not.toContain('_drydock')
    expect(await readPage(uncontrolled, '/docs/errors/RATE.NOT_FOUND')).toContain(
      'A script that reproduces it',
    )
  })
})

describe('the search', () => {
  const findFirstResult = async (query: string) => {
    const html = await readPage(open, `/docs/search?q=${encodeURIComponent(query)}`)
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
  ])('the search of the API reference finds %s', async (query, href) => {
    expect((await findFirstResult(query)).slice(0, 8)).toContain(href)
  })

  it('the search of the API reference says that nothing was found and shows the query as text', async () => {
    const html = await readPage(open, `/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(html).toContain('No page has all of these words.')
    expect(await readPage(open, '/docs/search?q=label')).toContain('The 40 best results.')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  it.each([
    ['walet', 'wallet'],
    ['trackign nubmer', 'tracking number'],
    ['Webhok signatur', 'webhook signatur'],
    ['expierd', 'expired'],
  ])('the search of the API reference finds nothing for %s and suggests %s', async (query, corrected) => {
    const html = await readPage(open, `/docs/search?q=${encodeURIComponent(query)}`)
    expect(html).toContain(
      `Did you mean <a href="/docs/search?q=${encodeURIComponent(corrected)}">${corrected}</a>?`,
    )
    expect((await findFirstResult(corrected)).length).toBeGreaterThan(0)
  })

  it.each(['zzzzzz', 'label zzzzzz'])(
    'the search of the API reference suggests nothing for %s, which is like no word of a title',
    async (query) => {
      expect(await readPage(open, `/docs/search?q=${encodeURIComponent(query)}`)).not.toContain(
        'Did you mean',
      )
    },
  )

  it('the search of the API reference returns only its results to the script that searches while a reader types', async () => {
    const path = '/docs/search?q=expired'
    const { bytes } = await new TestClient(open.url).send({ path, headers: { 'HX-Request': 'true' } })
    expect(bytes.toString()).toMatch(/^<div class="found-box">/)
    expect(bytes.toString()).toContain('href="/docs/search?q=expired"')
  })
})
