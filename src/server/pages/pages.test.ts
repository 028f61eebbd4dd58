import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readHeader, TestClient, type TestRequest } from '../../../test/support/test-client.ts'
import { dashboardPages } from '../dashboard/pages.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'

let open: DrydockServer
let uncontrolled: DrydockServer
let client: TestClient
beforeAll(async () => {
  open = await startDrydockServer({ port: 0 })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
  client = new TestClient(open.url)
})
afterAll(() => Promise.all([open.close(), uncontrolled.close()]))

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function readPage(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await client.send({ path, headers })).bytes.toString()
}

/** Returns the URLs to which a page links or from which it loads files, in the order of the page. */
function listLinks(page: string): readonly string[] {
  return [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
}

describe('the root of the simulator', () => {
  it('the root path / redirects browsers to the dashboard', async () => {
    const answer = await client.send({ path: '/', headers: html })
    expect([answer.status, readHeader(answer, 'Location')]).toEqual([302, '/dashboard'])
  })

  it('the root path / lists for programs the links of pages that exist', async () => {
    const answer = await client.send({ path: '/' })
    expect(answer).toMatchObject({ status: 200, body: { name: 'drydock', version: expect.any(String) } })
    const { links } = Object(answer.body)
    const { service: _, ...pages } = links
    expect(pages).toMatchObject({ openapi: '/openapi.json', arazzo: '/arazzo.json' })
    for (const path of Object.values<string>(pages)) {
      const { status } = await client.send({ path, headers: html })
      expect([path, [200, 302].includes(status)]).toEqual([path, true])
    }
  })

  it('the root path / responds with 404 without a control protocol, and refuses POST', async () => {
    const shut = new TestClient(uncontrolled.url)
    for (const path of ['/', '/dashboard', '/dashboard/default']) {
      expect([path, (await shut.send({ path, headers: html })).status]).toEqual([path, 404])
    }
    const refused = await client.send({ method: 'POST', path: '/', raw: '' })
    expect([refused.status, readHeader(refused, 'Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('every response has a request id and a date', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const questions: readonly (readonly [number, TestRequest])[] = [
    [200, { path: '/' }],
    [302, { path: '/', headers: html }],
    [405, { method: 'POST', path: '/', raw: '' }],
    [302, { path: '/dashboard' }],
    [200, { path: '/dashboard/default' }],
    [200, { method: 'HEAD', path: '/dashboard/default/time' }],
    [200, { method: 'HEAD', path: '/dashboard/default/ticks' }],
    [404, { path: '/dashboard/nobody' }],
    [403, { method: 'POST', path: '/dashboard/default/time', raw: 'do=freeze', headers: form }],
    [200, { path: '/docs' }],
    [302, { path: '/docs/' }],
    [404, { path: '/docs/nowhere', headers: html }],
    [404, { path: '/docs/nowhere' }],
    [405, { method: 'PUT', path: '/docs/keys', raw: '' }],
    [200, { path: '/docs/search?q=rate', headers: { 'HX-Request': 'true' } }],
    [200, { path: '/favicon.ico' }],
    [404, { path: '/assets/gone' }],
    [200, { path: '/openapi.yaml' }],
    [200, { path: '/postman/collection.json' }],
  ]

  it.each(questions)(
    'a response of the pages and control protocol has a request id and a date: %i %j',
    async (status, question) => {
      const [first, second] = [await client.send(question), await client.send(question)]
      expect(first.status).toBe(status)
      for (const answer of [first, second]) {
        expect(answer.requestId).toMatch(/^req_[a-z0-9]{24}$/)
        expect(readHeader(answer, 'Date')).toMatch(/ GMT$/)
      }
      expect(first.requestId).not.toBe(second.requestId)
    },
  )

  it("the header Date of a response has the time of the account's clock", async () => {
    const simulator = await startDrydockServer({
      port: 0,
      clock: { mode: 'frozen', rate: 1, nowMs: Date.UTC(2030, 2, 4, 12) },
    })
    try {
      const answer = await new TestClient(simulator.url).send({ path: '/docs' })
      expect(readHeader(answer, 'Date')).toBe('Mon, 04 Mar 2030 12:00:00 GMT')
    } finally {
      await simulator.close()
    }
  })

  it('an error in the code of a page is reported with the request id of the response', async () => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const page = dashboardPages.find(({ path }) => path === 'keys')
    if (page === undefined || !('body' in page)) throw new Error('There is no page of keys.')
    const show = vi.spyOn(page, 'body').mockImplementation(() => {
      throw new Error('a defect')
    })
    try {
      const answer = await client.send({ path: '/dashboard/default/keys' })
      expect(answer.status).toBe(500)
      expect(answer.bytes.toString()).toContain(`(${answer.requestId})`)
      expect(String(complaints.mock.calls)).toContain(answer.requestId)
    } finally {
      show.mockRestore()
      complaints.mockRestore()
    }
  })
})

describe('the dashboard and the reference', () => {
  it('the dashboard and the API reference link to each other and keep the chosen account', async () => {
    await client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: 'twin' } })
    const dashboard = await readPage('/dashboard/twin/wallet', html)
    expect(listLinks(dashboard)).toContain('/docs?account=twin')
    const { keys } = Object(await client.read({ path: '/_drydock/accounts/twin' }))
    const reference = await readPage('/docs?account=twin', html)
    expect(reference).toContain(keys.test)
    expect(listLinks(reference)).toContain('/dashboard/twin')
  })
})

describe('a page', () => {
  it('a page of the simulator loads only files of its own server, cannot be shown in a frame, and is not cached', async () => {
    const answer = await client.send({ path: '/dashboard/default', headers: html })
    expect(answer.status).toBe(200)
    const policy = readHeader(answer, 'Content-Security-Policy')
    expect(policy).not.toMatch(/unsafe|data:|https?:|\*/)
    for (const rule of [
      "default-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule)
    expect(readHeader(answer, 'Cache-Control')).toBe('no-store')
    expect(readHeader(answer, 'X-Content-Type-Options')).toBe('nosniff')
  })

  it('a page of the simulator has one heading, a title, landmarks and no inline script or style', async () => {
    const page = await readPage('/dashboard/default', html)
    expect(page).toMatch(/^<!doctype html><html lang="en">/)
    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page).toMatch(/<title>[^<]+ · default · Drydock<\/title>/)
    expect(page).toMatch(/<a class="skip" href="#main">.*<main id="main"/s)
    expect(page).not.toMatch(/ style=| on\w+=|<style|<script(?! src="\/assets\/)/)
  })

  it('a page of the simulator shows the chosen colour theme and ignores an unknown theme', async () => {
    const readWithCookie = (cookie: string) => readPage('/dashboard/default', { ...html, Cookie: cookie })
    expect(await readWithCookie('a=b; drydock-theme=dark')).toContain('<html lang="en" data-theme="dark">')
    expect(await readWithCookie('drydock-theme=%22onload')).toContain('<html lang="en">')
  })
})

describe('the files of pages', () => {
  it('the scripts and styles of pages have names that change with their content, and browsers may cache them without a time limit', async () => {
    const files = listLinks(await readPage('/dashboard/default', html)).filter((path) =>
      path.startsWith('/assets/'),
    )
    expect(files.map((file) => file.split('/').at(-1))).toEqual([
      'icon.svg',
      'drydock.css',
      'htmx.js',
      'sse.js',
      'idiomorph.js',
      'app.js',
    ])
    for (const path of files) {
      const answer = await client.send({ path })
      expect(answer.status).toBe(200)
      expect(readHeader(answer, 'Cache-Control')).toContain('immutable')
      expect(readHeader(answer, 'Content-Type')).toMatch(
        /^(?:text\/(?:css|javascript); charset=utf-8|image\/svg\+xml)$/,
      )
      expect(answer.bytes.length).toBeGreaterThan(100)
    }
  })

  it('the simulator serves the scripts and styles of pages also without the control protocol', async () => {
    const [path = ''] = listLinks(await readPage('/dashboard/default', html)).filter((each) =>
      each.endsWith('.css'),
    )
    expect((await new TestClient(uncontrolled.url).send({ path })).status).toBe(200)
  })

  it.each([
    '/assets/0123456789ab/drydock.css',
    '/assets/x/..%2f..%2fpackage.json',
    '/assets/',
    '/assets/a/b',
  ])('the simulator serves no file at the path %s', async (path) => {
    const answer = await client.send({ path })
    expect([answer.status, answer.bytes.length]).toEqual([404, 0])
  })

  it('requests for the scripts and styles of pages are in no request log', async () => {
    await client.send({ path: '/favicon.ico' })
    await client.send({ path: '/assets/gone.css' })
    const log = await client.read({ path: '/_drydock/accounts/default/requests' })
    expect(JSON.stringify(log)).not.toMatch(/assets|favicon|dashboard/)
  })
})
