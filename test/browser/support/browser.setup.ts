import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the browser takes commands. */
    browserAddress: string
  }
}

/** Options that stop every request that the browser would send by itself. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts one browser for all test files. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: findBrowserProgram(), args: quiet })
  project.provide('browserAddress', server.wsEndpoint())
  return () => server.close()
}

function findBrowserProgram(): string {
  const { CHROMIUM, PATH = '' } = process.env
  // The headless shell has no windows of its own and opens a page in half the time.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ]
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const found = [CHROMIUM, ...places].find((file) => file !== undefined && existsSync(file))
  if (found !== undefined) return found
  throw new Error(
    'There is no Chromium on the PATH. Install it (on Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM.',
  )
}
