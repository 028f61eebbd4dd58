import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const token = 'a-token-of-the-control-protocol'

/**
 * The host of a foreign page, and whether the person has signed in to the dashboard at 127.0.0.1. A browser also sends
 * the cookies of a host to the host's other ports.
 */
const foreignPages: readonly (readonly [where: string, host: string, isSignedIn: boolean])[] = [
  ['another port', '127.0.0.1', false],
  ['another port, while a person is signed in', '127.0.0.1', true],
  ['localhost, while a person is signed in', 'localhost', true],
]

describe.each(foreignPages)('a web page of another origin: %s', (_, host, isSignedIn) => {
  let served: ServingCommand
  let browser: Browser
  const foreignServer = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end('<!doctype html><title>Elsewhere</title><p>Elsewhere</p>')
  })
  let foreignUrl: string
  beforeAll(async () => {
    ;[served, browser] = await Promise.all([
      serveDrydock(['--quiet', ...(isSignedIn ? ['--control-token', token] : [])]),
      chromium.connect(inject('browserAddress')),
    ])
    await new Promise<void>((resolve) => foreignServer.listen(0, '127.0.0.1', resolve))
    foreignUrl = `http://${host}:${(foreignServer.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    foreignServer.close()
    foreignServer.closeAllConnections()
    await Promise.all([served.stop(), browser.close()])
  })

  /** Opens a window with the foreign page, while the person has the dashboard open in another window. */
  async function openForeignPage() {
    const filled = await createFilledAccount(served.url, isSignedIn ? token : undefined)
    const context = await browser.newContext()
    const own = await context.newPage()
    await own.goto(new URL(filled.at('/time'), served.url).href)
    if (isSignedIn) {
      await own.getByLabel('Control token').fill(token)
      await own.getByRole('button', { name: 'Sign in' }).click()
      await own.goto(new URL(filled.at('/time'), served.url).href)
    }
    await own.getByRole('heading', { level: 1, name: 'Time' }).waitFor()
    const page = await context.newPage()
    await page.goto(foreignUrl)
    const state = async () => ({
      clock: await filled.account.clock.get(),
      wallet: await filled.account.wallet.get(),
      keys: await filled.account.listKeys(),
    })
    return { ...filled, context, own, page, state }
  }

  it('a page of another origin cannot show the dashboard or the API reference in a frame', async () => {
    const { at, context, page } = await openForeignPage()
    for (const path of [at(), at('/time'), '/docs', '/dashboard']) {
      const url = new URL(path, served.url).href
      const refused = page.waitForEvent('console', (message) => /frame/i.test(message.text()))
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)} }))`,
      )
      expect((await refused).text()).toMatch(/X-Frame-Options|frame-ancestors/)
    }
    for (const frame of page.frames().slice(1))
      expect(await frame.locator('body').innerText()).not.toContain('Drydock')
    await context.close()
  })

  it('a page of another origin can read neither the dashboard nor the control protocol', async () => {
    const { account, at, context, page } = await openForeignPage()
    const control = `/_drydock/accounts/${account.id}`
    for (const path of [at('/keys'), at('/ticks'), control, `${control}/stream`, '/docs/keys']) {
      const url = JSON.stringify(new URL(path, served.url).href)
      const read = await page.evaluate(
        `fetch(${url}, { credentials: 'include' }).then((answer) => answer.text(), () => null)`,
      )
      expect(read, path).toBeNull()
    }
    await context.close()
  })

  it('a page of another origin changes nothing by a form or a script, even with a copied form token', async () => {
    const { account, at, context, own, page, state } = await openForeignPage()
    const before = await state()
    const formToken = await own.locator('form:has([value="run"]) [name=token]').first().getAttribute('value')
    const control = `/_drydock/accounts/${account.id}`
    const sendFromForeignPage = (path: string, body: string, method = 'POST') => {
      const init = { method, body, credentials: 'include', mode: method === 'POST' ? 'no-cors' : 'cors' }
      const url = new URL(path, served.url).href
      return page.evaluate(`fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).catch(() => null)`)
    }
    await sendFromForeignPage(at('/time'), `do=run&rate=9&token=${formToken}`)
    await sendFromForeignPage(at('/wallet'), 'do=card&payment_method=declined')
    await sendFromForeignPage(`${control}/wallet/fund`, '{"amount_cents":5000}')
    await sendFromForeignPage(`${control}/clock/advance`, '{"by":"1h"}')
    await sendFromForeignPage(`${control}/clock`, '{"mode":"realtime"}', 'PATCH')
    await sendFromForeignPage(`${control}/reset`, '{}')
    // Submits a form that navigates the window, because `fetch` cannot.
    const fields = Object.entries({ do: 'run', rate: '9', token: formToken ?? '' })
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('')
    await page.setContent(
      `<form method="post" action="${new URL(at('/time'), served.url).href}">${fields}<button>Win</button></form>`,
    )
    await page.getByRole('button').click()
    await page.waitForURL((url) => url.origin === served.url)
    expect(await page.locator('body').innerText()).not.toContain('The clock runs')
    expect(await state()).toEqual(before)
    await context.close()
  })
})

describe('a dashboard with a control token', () => {
  const simulator = serveWithBrowser(['--control-token', token])

  it('the dashboard shows no page before signing in with the control token and none after signing out', async () => {
    const watched = await simulator.open('/dashboard/default/requests')
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await watched.checkPage()
    await page.getByLabel('Control token').fill('another')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('is not the control token').waitFor()
    await watched.checkPage()
    await page.getByLabel('Control token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await waitUntilEventStreamIsOpen(watched)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/dashboard' })
    expect(await page.content()).not.toContain(token)
    await watched.goto('/dashboard/default/time')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The clock is frozen.').waitFor()
    const dock = await connectDrydock(simulator.url, { controlToken: token })
    expect((await dock.clock.get()).mode).toBe('frozen')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await watched.goto('/dashboard/default/time')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })
})
