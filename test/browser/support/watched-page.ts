import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { assert } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Resources inside the browser, such as its PDF viewer. No request for them leaves the browser. */
const browserOwnUrl = /^chrome(?:-extension)?:\/\//

/** A page in a browser. Every error in it, also an invisible one, fails the test that opened the page. */
export class WatchedPage {
  readonly page: Page
  readonly #url: string
  readonly #problems: string[] = []
  /** Statuses of responses that the test expects. The browser reports each status from 400 on as an error. */
  readonly #expected = new Set<number>()

  private constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  /** Opens a page in a new window and collects its errors from the start. */
  static async watch(context: BrowserContext, url: string): Promise<WatchedPage> {
    const watched = new WatchedPage(await context.newPage(), url)
    await watched.#begin()
    return watched
  }

  async #begin(): Promise<void> {
    const { page } = this
    page.on('pageerror', (error) => this.#add(`error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      const [, status = ''] =
        /(?:the server responded with a status of|Response Status Error Code) (\d{3})/.exec(message.text()) ??
        []
      if (!this.#expected.has(Number(status)))
        this.#add(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('request', (request) => {
      if (browserOwnUrl.test(request.url())) return
      if (new URL(request.url()).origin !== new URL(this.#url).origin)
        this.#add(`request elsewhere: ${request.url()}`)
    })
    await page.exposeBinding('tellOfViolation', (_, text: string) => this.#add(`policy: ${text}`))
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      tellOfViolation([violatedDirective, blockedURI, sample].join(' ')))
      document.addEventListener('click', ({ isTrusted, detail }) => {
        // A click event with the detail 0 comes from the keyboard or from a click on a label, so it does not count.
        if (isTrusted && detail > 0) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1)
      }, true)`)
  }

  #add(problem: string): void {
    this.#problems.push(problem)
  }

  /** Opens a page of the simulator in the window. */
  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#url).href)
  }

  /** Allows responses with this status, because the test expects them. */
  expectStatus(status: number): void {
    this.#expected.add(status)
  }

  /** Returns how often a person has clicked in the window, also on earlier pages. */
  countClicks(): Promise<number> {
    return this.page.evaluate(`Number(sessionStorage.getItem('clicks'))`)
  }

  /** Returns the errors of the page so far, and removes them from the list. */
  takeProblems(): readonly string[] {
    return this.#problems.splice(0)
  }

  /**
   * Checks the page at widths of 1440 and 390 px, each in light and dark colours. Opens the folded parts first, because an opened
   * page has all that the closed page has. `folds` selects the parts.
   */
  async checkInAllSizesAndColours(folds = 'main details'): Promise<void> {
    await this.page.setViewportSize({ width: 390, height: 900 })
    await this.#checkWidth()
    // A script opens all folded parts, because a click on each takes seconds. It removes their names, because an opened
    // part closes the others of the same name.
    await this.page.evaluate(`document.querySelectorAll('${folds}').forEach((each) => {
      each.removeAttribute('name')
      each.open = true
    })`)
    for (const width of [1440, 390]) {
      await this.page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await this.page.emulateMedia({ colorScheme })
        await this.checkPage()
      }
    }
    await this.page.emulateMedia({ colorScheme: 'light' })
  }

  /**
   * Fails if people cannot read or reach a part of the page: the serious and critical findings of axe. In dark colours,
   * only rules about colours are checked, because each page is also checked in light colours.
   */
  async checkPage(): Promise<void> {
    if (await this.page.evaluate("typeof axe === 'undefined'")) await this.page.evaluate(axe)
    const { violations }: AxeResults = await this.page.evaluate(`axe.run({
      resultTypes: ['violations'],
      selectors: false,
      ...(matchMedia('(prefers-color-scheme: dark)').matches ? { runOnly: ['cat.color'] } : {}),
    })`)
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const told = grave.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
    )
    if (told.length > 0) throw new Error(`axe finds in ${this.page.url()}:\n${told.join('\n\n')}`)
    await this.#checkWidth()
  }

  /** Fails if the page is wider than the window. */
  async #checkWidth(): Promise<void> {
    const widerBy: number = await this.page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.isAtMost(widerBy, 0, `${this.page.url()} is wider than the window by ${widerBy} px`)
  }

  /** Fails if the page had errors. Empties the window, so that another test finds nothing of this one in it. */
  async empty(): Promise<void> {
    const { page } = this
    await page.unrouteAll()
    // The response comes after all errors that the page has reported so far.
    await page.evaluate(page.url().startsWith(this.#url) ? 'sessionStorage.clear()' : 'undefined')
    assert.deepEqual(this.takeProblems(), [], `in ${page.url()}`)
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' })
    await session.detach()
    await page.context().clearCookies()
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    this.#expected.clear()
    this.takeProblems()
  }

  /** Closes the window. Fails if the page had errors. */
  async end(): Promise<void> {
    await this.page.context().close()
    assert.deepEqual(this.takeProblems(), [], `in ${this.page.url()}`)
  }
}
