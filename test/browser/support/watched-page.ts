import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { assert } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Resources inside the browser, such as the viewer that it shows a PDF with: no request leaves it. */
const ofBrowser = /^chrome(?:-extension)?:\/\//

/** A page in a browser. Every error in it, also an invisible one, fails the test that opened it. */
export class WatchedPage {
  readonly page: Page
  readonly #url: string
  readonly #problems: string[] = []
  /** Statuses of answers that the test means to get; a browser complains about each from 400 on. */
  readonly #expected = new Set<number>()

  private constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  /** A page in a window of its own, watched from before anything is loaded. */
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
      if (ofBrowser.test(request.url())) return
      if (new URL(request.url()).origin !== new URL(this.#url).origin)
        this.#add(`request elsewhere: ${request.url()}`)
    })
    await page.exposeBinding('tellOfViolation', (_, text: string) => this.#add(`policy: ${text}`))
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      tellOfViolation([violatedDirective, blockedURI, sample].join(' ')))`)
  }

  #add(problem: string): void {
    this.#problems.push(problem)
  }

  /** Leads the window to a page of the simulator. */
  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#url).href)
  }

  /** Says that answers with this status are what the test is about. */
  expectStatus(status: number): void {
    this.#expected.add(status)
  }

  /** The errors so far; a call clears them. */
  takeProblems(): readonly string[] {
    return this.#problems.splice(0)
  }

  /** Fails for what people cannot read or reach, as the page stands: axe's serious and critical findings. */
  async judge(): Promise<void> {
    await this.page.evaluate(axe)
    const { violations }: AxeResults = await this.page.evaluate('axe.run()')
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const told = grave.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary}`),
    )
    if (told.length > 0) throw new Error(`axe finds in ${this.page.url()}:\n${told.join('\n\n')}`)
    const widerBy: number = await this.page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.isAtMost(widerBy, 0, `${this.page.url()} is wider than the window by ${widerBy} px`)
  }

  /** Closes the window; fails if anything went wrong in it. */
  async end(): Promise<void> {
    await this.page.context().close()
    assert.deepEqual(this.takeProblems(), [], `in ${this.page.url()}`)
  }
}
