import { describe, expect, it } from 'vitest'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()
const uncontrolled = serveWithBrowser(['--no-control'])

/** At least one reference page of every kind, and the pages with the widest tables. */
const pages = [
  '/docs',
  '/docs/keys',
  '/docs/errors',
  '/docs/errors/ADDRESS.VALIDATION.AMBIGUOUS',
  '/docs/errors/CONTROL.CLOCK.BUSY',
  '/docs/webhooks',
  '/docs/time',
  '/docs/faults',
  '/docs/magic-values',
  '/docs/control-protocol',
  '/docs/control-protocol/addFault',
  '/docs/control-protocol/listRequests',
  '/docs/control-protocol/redeliver',
  '/docs/errors/CONTROL.CLOCK.BACKWARDS',
  '/docs/specification/events',
  '/docs/search?q=expired',
  '/docs/search?q=nothing+has+this',
  '/docs/operations/createBatch',
  '/docs/operations/downloadSandboxLabel',
]

describe('the pages of the API reference, wide and narrow, light and dark', () => {
  it.each(pages)(
    'the API reference page %s is readable at 1440 and 390 px in light and dark colours',
    async (path) => {
      await (await simulator.open(path)).checkInAllSizesAndColours('details')
    },
  )
})

it.each([
  ['/docs/operations/buyLabel', 'Response', 1440],
  ['/docs/operations/buyLabel', 'Response', 390],
  ['/docs/webhooks', 'Payload', 1440],
])(
  'a table of the page %s wraps long examples, so that the table %s fits a screen of %i px',
  async (path, caption, width) => {
    const { page } = await simulator.open(path, { viewport: { width, height: 900 } })
    const table = page
      .locator('.scroll')
      .filter({ has: page.locator('caption', { hasText: caption }) })
      .first()
    const widerBy = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(widerBy).toBe(0)
  },
)

describe('the API reference in use', () => {
  it('without JavaScript, a reader of the API reference finds an error code by the search', async () => {
    const { page } = await simulator.open('/docs', { javaScriptEnabled: false })
    await page.getByRole('searchbox', { name: 'Search the reference' }).fill('weight exceeded')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'LABEL.WEIGHT.EXCEEDED' }).first().click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('LABEL.WEIGHT.EXCEEDED')
    await page.getByRole('link', { name: 'Buy a label' }).last().click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Buy a label')
  })

  it('without JavaScript, a reader of the API reference chooses the language of the code samples by a link', async () => {
    const { page } = await simulator.open('/docs/operations/buyLabel', { javaScriptEnabled: false })
    await page.locator('.tabs').getByRole('link', { name: 'Go', exact: true }).click()
    await page.getByText('package main').waitFor()
    await page.goto(`${simulator.url}/docs/operations/getWallet`)
    expect(await page.locator('.tabs [aria-current]').textContent()).toBe('Go')
    expect(await page.getByText('send("GET", "/v1/wallet", "")').count()).toBe(1)
  })

  it('a link with a fragment scrolls the API reference page to the heading that the fragment names', async () => {
    const { page } = await simulator.open('/docs')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [path, id] of [
        ['/docs/errors', 'WALLET.PAYMENT.FAILED'],
        ['/docs/choices', '27'],
        ['/docs/library', 'how-do-i-run-the-conformance-suite'],
      ]) {
        await page.goto('about:blank')
        await page.goto(`${simulator.url}${path}#${id}`)
        // Whether the element is on the screen. Near the end of a page, it cannot scroll to the top, so any height counts.
        const isSeen = `(({ top }) => top >= 0 && top < 880)(document.getElementById('${id}').getBoundingClientRect())`
        await expect.poll(() => page.evaluate(isSeen), { timeout: 20_000 }).toBe(true)
      }
    }
  })

  it.each([true, false])(
    'the form "Try it" of the API reference sends the request with the typed values; JavaScript is on: %s',
    async (javaScriptEnabled) => {
      const watched = await simulator.open('/docs/operations/createRates', { javaScriptEnabled })
      const { page } = watched
      await page.getByRole('group', { name: 'to_address' }).getByLabel('city', { exact: true }).fill('Dallas')
      const button = page.getByRole('button', { name: 'Send', exact: true })
      // A click fails if another part of the page covers the button.
      await (javaScriptEnabled ? button.click({ timeout: 5_000 }) : button.press('Enter'))
      const outcome = page.locator('#try-outcome')
      await outcome.getByText('rate_').first().waitFor()
      const link = outcome.getByRole('link', { name: /^req_/ })
      const id = await link.textContent()
      const response = await page.request.get(`${simulator.url}/_drydock/accounts/default/requests`)
      const { requests } = await response.json()
      const logged = requests.find((each: { readonly id: string }) => each.id === id)
      expect(logged).toMatchObject({
        path: '/v1/rates',
        status: 200,
        request_body: { to_address: { city: 'Dallas' } },
      })
      if (javaScriptEnabled)
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await watched.checkPage()
          }
        }
      await link.click()
      await page.waitForURL(`**/dashboard/default/requests/${id}`)
    },
  )

  it('the API reference works if the simulator runs without a control protocol', async () => {
    const { page } = await uncontrolled.open('/docs')
    expect(await page.getByRole('link', { name: 'Dashboard', exact: true }).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quote rates' }).click()
    expect(await page.getByText(`curl -s ${uncontrolled.url}/v1/rates`).count()).toBe(1)
  })
})

describe('the API reference with JavaScript', () => {
  it.each(['buyLabel', 'createBatch'])(
    'the API reference page of %s opens at its top on a screen of 390 px',
    async (operation) => {
      const { page } = await simulator.open(`/docs/operations/${operation}`, {
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
      })
      expect(await page.evaluate('scrollY')).toBe(0)
    },
  )

  it('the search of the API reference shows results while a reader types', async () => {
    const watched = await simulator.open('/docs')
    const { page } = watched
    await page.getByRole('searchbox', { name: 'Search the reference' }).pressSequentially('failed_carr')
    const found = page.locator('#found').getByRole('link', { name: 'failed_carriers', exact: true })
    await found.waitFor()
    await watched.checkPage()
    await found.click()
    await page.waitForURL('**/docs/operations/createRates#answer-failed_carriers')
  })

  it('the Copy button of the API reference copies a code sample unchanged', async () => {
    const { page } = await simulator.open('/docs/operations/getWallet', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy The call' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.getByLabel('The call', { exact: true }).locator('code').textContent(),
    )
  })

  it('choosing a language in the API reference changes only the code samples, and the choice stays on other pages', async () => {
    const watched = await simulator.open('/docs/operations/createRates')
    const { page } = watched
    const code = page.getByLabel('The call', { exact: true })
    const readChosenLanguage = () => page.locator('.tabs [aria-current]').textContent()
    expect(await readChosenLanguage()).toBe('curl')
    await page.locator('.tabs').getByRole('link', { name: 'Python' }).focus()
    await page.keyboard.press('Enter')
    await code.getByText('from urllib.request import').waitFor()
    expect(await readChosenLanguage()).toBe('Python')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Python')
    await page.goto(`${simulator.url}/docs`)
    await page.getByLabel('Reading the wallet').getByText('from urllib.request import').waitFor()
    for (const name of ['C#', 'Java', 'Go', 'PHP', 'Ruby', 'JavaScript', 'curl']) {
      await page.locator('.tabs').getByRole('link', { name, exact: true }).click()
      await page.locator('.tabs [aria-current]', { hasText: name }).waitFor()
      await watched.checkPage()
    }
  })

  it('the API reference page of webhooks opens the code sample of one language at a time', async () => {
    const { page } = await simulator.open('/docs/webhooks')
    const readOpenLanguages = () => page.locator('.languages details[open] > summary').allTextContents()
    expect(await readOpenLanguages()).toEqual(['JavaScript'])
    await page.locator('.languages summary').getByText('Go', { exact: true }).click()
    expect(await readOpenLanguages()).toEqual(['Go'])
  })
})
