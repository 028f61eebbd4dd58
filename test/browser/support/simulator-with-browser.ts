import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type ServingCommand, serveDrydock } from '../../support/commands/built-command.ts'
import { WatchedPage } from './watched-page.ts'

/** A simulator, and a browser that opens its pages. */
export interface SimulatorWithBrowser {
  readonly url: string
  /**
   * Opens a page of the simulator in a new window without cookies. The window closes after the test. If the page had
   * errors, the test fails.
   */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>
}

/** Serves the built command for one test file, and opens its pages in a browser. */
export function serveWithBrowser(words: readonly string[] = []): SimulatorWithBrowser {
  let served: ServingCommand
  let browser: Browser
  const pages: WatchedPage[] = []
  beforeAll(async () => {
    ;[served, browser] = await Promise.all([
      serveDrydock(['--quiet', ...words]),
      chromium.connect(inject('browserAddress')),
    ])
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.end()
  })
  afterAll(async () => {
    await Promise.all([served.stop(), browser.close()])
  })
  return {
    get url() {
      return served.url
    },
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      const page = await WatchedPage.watch(context, served.url)
      pages.push(page)
      await page.goto(path)
      return page
    },
  }
}
