import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { header, TestClient } from '../../../test/support/test-client.ts'
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

async function textOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await client.send({ path, headers })).bytes.toString()
}

/** What a page refers to, in the order in which it does. */
function references(page: string): readonly string[] {
  return [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
}

describe('the front door', () => {
  it('leads people to the dashboard', async () => {
    const answer = await client.send({ path: '/', headers: html })
    expect([answer.status, header(answer, 'Location')]).toEqual([302, '/dashboard'])
  })

  it('tells programs what there is, and all of it is there', async () => {
    const answer = await client.send({ path: '/' })
    expect(answer).toMatchObject({ status: 200, body: { name: 'drydock', version: expect.any(String) } })
    const { links } = Object(answer.body)
    const { service: _, ...pages } = links
    for (const path of Object.values<string>(pages)) {
      const { status } = await client.send({ path, headers: html })
      expect([path, [200, 302].includes(status)]).toEqual([path, true])
    }
  })

  it('is not there for what cannot be controlled, and takes nothing', async () => {
    const shut = new TestClient(uncontrolled.url)
    for (const path of ['/', '/dashboard', '/dashboard/default']) {
      expect([path, (await shut.send({ path, headers: html })).status]).toEqual([path, 404])
    }
    const refused = await client.send({ method: 'POST', path: '/', raw: '' })
    expect([refused.status, header(refused, 'Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a page', () => {
  it('may load nothing but files of this server, is in no frame and in no cache', async () => {
    const answer = await client.send({ path: '/dashboard/default', headers: html })
    expect(answer.status).toBe(200)
    const policy = header(answer, 'Content-Security-Policy')
    expect(policy).not.toMatch(/unsafe|data:|https?:|\*/)
    for (const rule of [
      "default-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule)
    expect(header(answer, 'Cache-Control')).toBe('no-store')
    expect(header(answer, 'X-Content-Type-Options')).toBe('nosniff')
  })

  it('has one heading, a title, landmarks and no script or style of its own', async () => {
    const page = await textOf('/dashboard/default', html)
    expect(page).toMatch(/^<!doctype html><html lang="en">/)
    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page).toMatch(/<title>[^<]+ · default · Drydock<\/title>/)
    expect(page).toMatch(/<a class="skip" href="#main">.*<main id="main"/s)
    expect(page).not.toMatch(/ style=| on\w+=|<style|<script(?! src="\/assets\/)/)
  })

  it('shows the theme that was chosen, and none that is no theme', async () => {
    const themed = (cookie: string) => textOf('/dashboard/default', { ...html, Cookie: cookie })
    expect(await themed('a=b; drydock-theme=dark')).toContain('<html lang="en" data-theme="dark">')
    expect(await themed('drydock-theme=%22onload')).toContain('<html lang="en">')
  })
})

describe('the files of pages', () => {
  it('are all there, for good, under a name that changes with what they say', async () => {
    const files = references(await textOf('/dashboard/default', html)).filter((path) =>
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
      expect(header(answer, 'Cache-Control')).toContain('immutable')
      expect(header(answer, 'Content-Type')).toMatch(
        /^(?:text\/(?:css|javascript); charset=utf-8|image\/svg\+xml)$/,
      )
      expect(answer.bytes.length).toBeGreaterThan(100)
    }
  })

  it('are there for the reference as well where nothing can be controlled', async () => {
    const [path = ''] = references(await textOf('/dashboard/default', html)).filter((each) =>
      each.endsWith('.css'),
    )
    expect((await new TestClient(uncontrolled.url).send({ path })).status).toBe(200)
  })

  it.each([
    '/assets/0123456789ab/drydock.css',
    '/assets/x/..%2f..%2fpackage.json',
    '/assets/',
    '/assets/a/b',
  ])('are nothing else: %s', async (path) => {
    const answer = await client.send({ path })
    expect([answer.status, answer.bytes.length]).toEqual([404, 0])
  })

  it('are in nobody’s request log', async () => {
    await client.send({ path: '/favicon.ico' })
    await client.send({ path: '/assets/gone.css' })
    const log = await client.read({ path: '/_drydock/accounts/default/requests' })
    expect(JSON.stringify(log)).not.toMatch(/assets|favicon|dashboard/)
  })
})
