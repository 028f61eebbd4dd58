import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type ServingCommand, serveDrydock } from '../../support/commands/built-command.ts'
import { WatchedPage } from './watched-page.ts'

/** A simulator, and a browser that opens its pages. */
export interface SimulatorWithBrowser {
  readonly url: string
  /**
   * Opens a page of the simulator in a window without cookies. Later tests with the same options use the window again. If
   * the page had errors, the test fails.
   */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>
  /** Opens a page in a new window, which closes after the test, so that the test can change its clock and its scripts. */
  openNew(path: string, options?: BrowserContextOptions): Promise<WatchedPage>
}

const usualViewport = { width: 1440, height: 900 }

/** Serves the built command for one test file, and opens its pages in a browser. */
export function serveWithBrowser(words: readonly string[] = []): SimulatorWithBrowser {
  let served: ServingCommand
  let browser: Browser
  /** The windows of the current test that later tests can use, with their options. */
  const used: { readonly page: WatchedPage; readonly options: string }[] = []
  const created: WatchedPage[] = []
  /** The empty windows, by their options. A new window takes most of the time of a short test. */
  const free = new Map<string, WatchedPage[]>()
  const openWindow = async (options: BrowserContextOptions): Promise<WatchedPage> => {
    const context = await browser.newContext({ viewport: usualViewport, ...options })
    return WatchedPage.watch(context, served.url)
  }
  beforeAll(async () => {
    ;[served, browser] = await Promise.all([
      serveDrydock(['--quiet', ...words]),
      chromium.connect(inject('browserAddress')),
    ])
  })
  afterEach(async () => {
    for (const page of created.splice(0)) await page.end()
    for (const { page, options } of used.splice(0)) {
      await page.empty()
      free.set(options, [...(free.get(options) ?? []), page])
    }
  })
  afterAll(async () => {
    await Promise.all([served.stop(), browser.close()])
  })
  return {
    get url() {
      return served.url
    },
    open: async (path, { viewport, ...others } = {}) => {
      const options = JSON.stringify(others)
      const page = free.get(options)?.pop() ?? (await openWindow(others))
      used.push({ page, options })
      await page.page.setViewportSize(viewport ?? usualViewport)
      await page.goto(path)
      return page
    },
    openNew: async (path, options = {}) => {
      const page = await openWindow(options)
      created.push(page)
      await page.goto(path)
      return page
    },
  }
}
